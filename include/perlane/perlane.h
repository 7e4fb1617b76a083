/// \file
/// perlane for C, and for every language that can call C: fields from JSON, evaluated on grids and
/// at points, with the bits of the C++ interface. docs/c.md introduces it.
///
/// All functions may be called from any thread at any time; a field may be used by several threads
/// at once. Nothing is thrown. Functions that can fail return PERLANE_OK or what went wrong, and
/// write a message into the perlane_error that they are given, if they are given one; what they
/// would have written is then left as it is. That object is the caller's, so that messages belong
/// to calls: languages that move their functions from thread to thread would lose a message that
/// belongs to a thread, and languages that collect garbage would have to free one that is returned.
///
/// Every structure begins with its size, so that later versions can add members at its end. Set it
/// to `sizeof` the structure, and all that you do not need to 0.
#ifndef PERLANE_PERLANE_H
#define PERLANE_PERLANE_H

// NOLINTBEGIN(modernize-*): this is C.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- errors -----------------------------------------------------------------

/// What functions return: one of the constants below.
typedef int32_t perlane_status;

enum {
  PERLANE_OK = 0,
  PERLANE_INVALID = 1,  ///< an argument, whose message says which, and what may be used instead
  PERLANE_NO_MEMORY = 2,  ///< there is not enough memory
  PERLANE_CANCELLED = 3  ///< the progress function of the options has ended the call
};

/// Where a call leaves its message.
typedef struct perlane_error {
  uint32_t size;  ///< sizeof(perlane_error)
  perlane_status status;  ///< what the call returned
  char message[1016];  ///< in UTF-8, and cut off if it is longer; empty after PERLANE_OK
} perlane_error;

// ---- fields -----------------------------------------------------------------

/// A field: what to evaluate. It never changes.
typedef struct perlane_field perlane_field;

/// Makes the field that a text stands for, which docs/text.md describes.
/// \param text    JSON, `length` bytes of UTF-8; it need not end with a 0
/// \param field   out: the field, which perlane_field_destroy ends
/// \return PERLANE_INVALID: the text is no field, or one of more than 2^17 nodes, or of more than
/// 2^20 steps of evaluation. The message has the path of what is wrong:
/// "field.fbm.source.perlin.frequency is -1; use a finite number above 0"
perlane_status perlane_field_from_json(const char* text, size_t length, perlane_field** field,
                                       perlane_error* error);

/// Ends a field. NULL is no field, and fine.
void perlane_field_destroy(perlane_field* field);

/// Writes a field as the shortest text that perlane_field_from_json makes it of.
/// \param text  out: JSON that ends with a 0, which perlane_text_destroy ends
perlane_status perlane_field_to_json(const perlane_field* field, char** text, perlane_error* error);

/// Ends a text that perlane has made. NULL is no text, and fine.
void perlane_text_destroy(char* text);

/// The numbers of dimensions that a field can be evaluated in.
/// \param least  out: 1 to 4
/// \param most   out: `least` to 4
perlane_status perlane_field_dimensions(const perlane_field* field, int32_t* least, int32_t* most,
                                        perlane_error* error);

/// Proven bounds: no sample of the field in so many dimensions is outside.
/// \param range  out: two numbers, the least and the largest
perlane_status perlane_field_range(const perlane_field* field, int32_t dimensions, float* range,
                                   perlane_error* error);

/// Whether a field has derivatives.
/// \param has_derivatives  out: 1 or 0
perlane_status perlane_field_has_derivatives(const perlane_field* field, int32_t* has_derivatives,
                                             perlane_error* error);

// ---- where, and where to ----------------------------------------------------
//
// Arrays are aligned to their elements: one of floats at an address that is not a multiple of 4 is
// refused.

/// Types of numbers in arrays.
enum {
  PERLANE_FLOAT32 = 0,
  PERLANE_UINT16 = 1,  ///< codes of 16 bits, of samples
  PERLANE_UINT8 = 2,  ///< codes of 8 bits, of samples
  PERLANE_FLOAT64 = 3  ///< of coordinates
};

/// A regular grid of samples. Sample i of axis a lies at the coordinate
/// `origin[a] + (double)(first[a] + i) * step[a]`, so grids that share `origin` and `step` are
/// pieces of one endless grid. Axes are x, y, z, w; those beyond `dimensions` do not matter.
typedef struct perlane_grid {
  uint32_t size;  ///< sizeof(perlane_grid)
  int32_t dimensions;  ///< 1 to 4
  int64_t shape[4];  ///< the number of samples along each axis: 1 or more
  double step[4];  ///< the distance between neighbours, finite; 0 stands for 1
  double origin[4];  ///< the coordinate of global sample 0: finite
  int64_t first[4];  ///< the global index of the first sample, between -2^62 and 2^62
} perlane_grid;

/// An array of samples. Those of a row, along x, lie next to each other.
typedef struct perlane_array {
  uint32_t size;  ///< sizeof(perlane_array)
  int32_t type;  ///< PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8
  void* data;  ///< the elements
  uint64_t elements;  ///< how many they are
  /// The numbers of elements from row to row, from slice to slice and from volume to volume. They
  /// may have any order and sign, as long as no two samples share an element. 0 stands for no gap.
  int64_t stride[3];
  int64_t first;  ///< the index of the grid's first sample
  /// Of codes: the value that becomes 0, and the one that becomes the largest code; values outside
  /// saturate. Two zeros stand for the range of the field, which is refused where a coordinate
  /// makes it 2^25 wide or wider.
  float codes[2];
} perlane_array;

/// Arrays of `float` for a field and its partial derivatives, all laid out alike. Those that are
/// NULL are left out. No two samples of them may share an element: arrays that overlap are refused,
/// unless their strides keep their samples apart, as where rows of values and of derivatives take
/// turns.
typedef struct perlane_planes {
  uint32_t size;  ///< sizeof(perlane_planes)
  uint32_t reserved;  ///< 0
  float* value;  ///< the values of the field
  float* derivative[4];  ///< by axis: d/dx, d/dy, d/dz, d/dw; NULL beyond the dimensions
  uint64_t elements;  ///< how many each of the arrays has
  int64_t stride[3];  ///< as in perlane_array; 0 for points
  int64_t first;  ///< as in perlane_array; 0 for points
} perlane_planes;

/// An array of points.
typedef struct perlane_points {
  uint32_t size;  ///< sizeof(perlane_points)
  int32_t dimensions;  ///< 1 to 4
  int32_t type;  ///< PERLANE_FLOAT64 or PERLANE_FLOAT32
  uint32_t reserved;  ///< 0
  const void* coordinate[4];  ///< by axis: as many numbers as there are points
  uint64_t count;  ///< how many points there are
} perlane_points;

/// A function that is told which part of an evaluation is done, from 0 to 1. It is told 0 before
/// anything is written, 1 when all is, and in between parts that grow, at most a hundred times a
/// second. These calls come from any of the threads that take part, but never two at a time. Of an
/// array without points it is told nothing.
/// \param context  that of the options
/// \return 0 to end the evaluation, which then returns PERLANE_CANCELLED and has written some of
/// the array, no matter which; another number to go on
typedef int32_t (*perlane_progress)(void* context, double part);

/// How to evaluate. No value ever depends on it. Where a function takes options, NULL stands for
/// these with zeros.
typedef struct perlane_options {
  uint32_t size;  ///< sizeof(perlane_options)
  int32_t is_sequential;  ///< 0: on all cores, where that is worth it; 1: on this thread only
  perlane_progress progress;  ///< who is told how far arrays of samples or points are; or NULL
  void* context;  ///< what `progress` gets
} perlane_options;

// ---- evaluation -------------------------------------------------------------

/// Evaluates a field at every sample of a grid.
///
///     perlane_grid grid = {.size = sizeof grid, .dimensions = 2, .shape = {512, 512}};
///     perlane_array out = {.size = sizeof out, .data = heights, .elements = 512 * 512};
///     status = perlane_fill(field, &grid, &out, NULL, NULL, &error);
///
/// \param range  out: two numbers, the least and the largest value of the field on the grid, before
/// they become codes; or NULL, which saves the work of finding them
/// \return PERLANE_INVALID: a member is out of its range, the field does not have so many
/// dimensions, or a coordinate of the grid times the highest frequency of the field reaches 2^51.
/// Nothing is written then.
perlane_status perlane_fill(const perlane_field* field, const perlane_grid* grid,
                            const perlane_array* out, const perlane_options* options, float* range,
                            perlane_error* error);

/// Evaluates a field and its exact partial derivatives, per unit of coordinate.
/// \param range  out: as above, of the values of the field, whether or not they are wanted
/// \return PERLANE_INVALID: as above, or the field has no derivatives, or they might not be floats
perlane_status perlane_fill_derivatives(const perlane_field* field, const perlane_grid* grid,
                                        const perlane_planes* out, const perlane_options* options,
                                        float* range, perlane_error* error);

/// Evaluates a field at every point of an array: the bits that perlane_fill writes for a sample
/// there. A value is NaN where a coordinate is not finite, or reaches 2^51 (of PERLANE_FLOAT32:
/// 2^31) when multiplied by a frequency of the field.
/// \param values  out: as many numbers as there are points. It may be one of the coordinates of
/// PERLANE_FLOAT32; arrays that overlap them otherwise are refused
perlane_status perlane_sample(const perlane_field* field, const perlane_points* points,
                              float* values, const perlane_options* options, perlane_error* error);

/// Evaluates a field and its partial derivatives at every point of an array.
/// \param out  arrays of as many numbers as there are points
perlane_status perlane_sample_derivatives(const perlane_field* field, const perlane_points* points,
                                          const perlane_planes* out, const perlane_options* options,
                                          perlane_error* error);

/// Evaluates a field at one point.
/// \param point  as many coordinates as there are dimensions, 1 to 4
/// \param value  out: one number
perlane_status perlane_sample_point(const perlane_field* field, const double* point,
                                    int32_t dimensions, float* value, perlane_error* error);

// ---- the library ------------------------------------------------------------

/// The version of the library: "0.2.0".
const char* perlane_version(void);

/// The instruction sets that this CPU runs, best first. They all give the same bits.
/// \param index  from 0
/// \return the name; NULL beyond the last
const char* perlane_isa(int32_t index);

/// The instruction set in use: the best one, unless the environment variable PERLANE_ISA names
/// another.
/// \param name  out: one of those that perlane_isa returns
/// \return PERLANE_INVALID: PERLANE_ISA names none of these; functions that evaluate arrays return
/// it too
perlane_status perlane_active_isa(const char** name, perlane_error* error);

/// What fields can be made of, as JSON: every factory, with the fields that it takes, and its
/// members with their types, defaults and limits. docs/c.md describes it.
/// \return a text that lives as long as the program; NULL if there is no memory for it
const char* perlane_catalogue(void);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-*)

#endif
