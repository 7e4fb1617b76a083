/// \file
/// perlane for C, and for every language that can call C: fields from JSON, evaluated on grids and
/// at points, with the bits of the C++ interface. docs/c.md introduces it.
///
/// All functions may be called from any thread at any time, and several threads may use a field at
/// once. Nothing is thrown. Functions that can fail return PERLANE_OK or an error code, and write a
/// message to the perlane_error that the caller passes, unless it is NULL. A function that fails
/// leaves its other outputs as they are, unless it was cancelled. The perlane_error belongs to the
/// caller, so each call has a message of its own: languages that move their functions from thread
/// to thread would lose a message that is stored per thread, and languages that collect garbage
/// would have to free a message that is returned.
///
/// Every structure begins with its size, so that later versions can add members at its end. Set it
/// to `sizeof` the structure, and all members that you do not need to 0.
#ifndef PERLANE_PERLANE_H
#define PERLANE_PERLANE_H

// NOLINTBEGIN(modernize-*): this is C.

#include <perlane/version.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- errors -----------------------------------------------------------------

/// The result of a function: one of the constants below.
typedef int32_t perlane_status;

enum {
  PERLANE_OK = 0,
  PERLANE_INVALID = 1,  ///< an argument is wrong; the message says which, and what to use instead
  PERLANE_NO_MEMORY = 2,  ///< there is not enough memory
  PERLANE_CANCELLED = 3,  ///< the progress callback of the options has cancelled the call
  PERLANE_WRONG_VALUES = 4  ///< perlane_self_test: this build does not compute what it should
};

/// Returns the name of a status, such as "PERLANE_INVALID"; "unknown status" for other numbers.
const char* perlane_status_name(perlane_status status);

/// Receives the message of a call.
typedef struct perlane_error {
  uint32_t size;  ///< sizeof(perlane_error); 0 stands for 1024, the size in the first version
  perlane_status status;  ///< the result of the call
  char message[1016];  ///< in UTF-8, cut off where it is longer; empty after PERLANE_OK
} perlane_error;

// ---- fields -----------------------------------------------------------------

/// A field says what to evaluate. It never changes.
typedef struct perlane_field perlane_field;

/// Reads a field from text, whose format docs/text.md describes.
/// \param text    JSON, `length` bytes of UTF-8; it need not end with a 0
/// \param field   out: the field; destroy it with perlane_field_destroy
/// \return PERLANE_INVALID: the text is not a field, or one of more than 2^17 nodes, or of more
/// than 2^20 steps of evaluation. The message has the path of the mistake:
/// "field.fbm.source.perlin.frequency is -1; use a finite number above 0"
perlane_status perlane_field_from_json(const char* text, size_t length, perlane_field** field,
                                       perlane_error* error);

/// Calls a function that makes a field, which is faster than reading a text for every function.
/// \param function  its name in text: "perlin", "fbm", "add". perlane_catalogue lists all
/// \param members   what it takes beside fields, as in text: a JSON object, `length` bytes of
/// UTF-8; NULL and 0 for nothing
/// \param fields    the `count` fields that it takes, in the order of the catalogue; they remain
/// the caller's
/// \param field     out: the field; destroy it with perlane_field_destroy
/// \return PERLANE_INVALID: the message has the name of the member,
/// "perlin.frequency is -1; use a finite number above 0"
perlane_status perlane_field_call(const char* function, const char* members, size_t length,
                                  const perlane_field* const* fields, size_t count,
                                  perlane_field** field, perlane_error* error);

/// Destroys a field. NULL is allowed and does nothing.
void perlane_field_destroy(perlane_field* field);

/// Writes a field as text, from which perlane_field_from_json makes it again. Equal fields give
/// equal texts.
/// \param text  out: JSON that ends with a 0; destroy it with perlane_text_destroy
perlane_status perlane_field_to_json(const perlane_field* field, char** text, perlane_error* error);

/// Destroys a text that perlane has made. NULL is allowed and does nothing.
void perlane_text_destroy(char* text);

/// Makes the same recipe with other seeds: every seed is drawn anew from the old one and `seed`.
/// \param seed      any; another seed makes another world
/// \param reseeded  out: destroy it with perlane_field_destroy
perlane_status perlane_field_reseed(const perlane_field* field, uint64_t seed,
                                    perlane_field** reseeded, perlane_error* error);

/// Makes the same recipe for samples that are farther apart: octaves of fractals fade out where
/// they are too fine for these, in place of aliasing.
/// \param width  distance between samples, in units of coordinate: finite, 0 or more
/// \param made   out: destroy it with perlane_field_destroy
perlane_status perlane_field_with_footprint(const perlane_field* field, double width,
                                            perlane_field** made, perlane_error* error);

/// Returns the numbers of dimensions that a field can be evaluated in.
/// \param least  out: 1 to 4
/// \param most   out: `least` to 4
perlane_status perlane_field_dimensions(const perlane_field* field, int32_t* least, int32_t* most,
                                        perlane_error* error);

/// Returns proven bounds: no sample of the field in `dimensions` dimensions is outside.
/// \param range  out: two numbers, the least and the largest
perlane_status perlane_field_range(const perlane_field* field, int32_t dimensions, float* range,
                                   perlane_error* error);

/// Returns whether a field has derivatives.
/// \param has_derivatives  out: 1 or 0
perlane_status perlane_field_has_derivatives(const perlane_field* field, int32_t* has_derivatives,
                                             perlane_error* error);

// ---- where, and where to ----------------------------------------------------
//
// Arrays, structures and results must be aligned to their types: an array of floats whose address
// is not a multiple of 4 is an error.

/// Types of numbers in arrays.
enum {
  PERLANE_FLOAT32 = 0,
  PERLANE_UINT16 = 1,  ///< of samples: codes of 16 bits, quantised values of a range
  PERLANE_UINT8 = 2,  ///< of samples: codes of 8 bits
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

/// An array of samples.
typedef struct perlane_array {
  uint32_t size;  ///< sizeof(perlane_array)
  int32_t type;  ///< PERLANE_FLOAT32, PERLANE_UINT16 or PERLANE_UINT8
  void* data;  ///< the elements
  uint64_t elements;  ///< number of elements, at least as many as the samples need
  /// The distances, in elements, from row to row, from slice to slice and from volume to volume.
  /// They may have any order and sign, as long as each is at least the extent that the shorter ones
  /// cover: then no two samples share an element. 0 stands for no gap. The stride of an axis with
  /// one sample does not matter, also to a 0 above it.
  int64_t stride[3];
  int64_t first;  ///< the index of the grid's first sample
  /// For codes: the value that becomes 0, and the value that becomes the largest code; values
  /// outside saturate. Two zeros stand for the range of the field; it is an error if a
  /// coordinate makes that range 2^25 wide or wider.
  float codes[2];
  /// The distance, in elements, from sample to sample along x, of any sign; rows are written
  /// fastest where it is 1. 0 stands for 1.
  int64_t stride_x;
} perlane_array;

/// Arrays of `float` for a field and its partial derivatives, all laid out alike. Arrays that are
/// NULL are left out. No two samples may share an element: arrays that overlap are an error, unless
/// their strides keep their samples apart, as when rows of values and of derivatives alternate.
typedef struct perlane_planes {
  uint32_t size;  ///< sizeof(perlane_planes)
  uint32_t reserved;  ///< 0
  float* value;  ///< the values of the field
  float* derivative[4];  ///< by axis: d/dx, d/dy, d/dz, d/dw; NULL beyond the dimensions
  uint64_t elements;  ///< number of elements of each array, likewise
  int64_t stride[3];  ///< as in perlane_array; 0 for points
  int64_t first;  ///< as in perlane_array; 0 for points
  int64_t stride_x;  ///< as in perlane_array; 0 for points
} perlane_planes;

/// An array of points.
typedef struct perlane_points {
  uint32_t size;  ///< sizeof(perlane_points)
  int32_t dimensions;  ///< 1 to 4
  int32_t type;  ///< PERLANE_FLOAT64 or PERLANE_FLOAT32
  uint32_t reserved;  ///< 0
  const void* coordinate[4];  ///< by axis: as many numbers as there are points
  uint64_t count;  ///< number of points
} perlane_points;

/// A callback that receives the part of an evaluation that is done, from 0 to 1. It is called with
/// 0 before anything is written, with 1 when everything is, and in between with increasing parts,
/// at most a hundred times a second. The calls come from any of the threads that take part, but
/// never two at a time. For an array without points, it is never called.
/// \param context  that of the options
/// \return 0 to cancel the evaluation, which then returns PERLANE_CANCELLED and has written an
/// unspecified part of the array; another number to continue
typedef int32_t (*perlane_progress)(void* context, double part);

/// Options of an evaluation. No value ever depends on them. Where a function takes options, NULL
/// stands for options that are 0.
typedef struct perlane_options {
  uint32_t size;  ///< sizeof(perlane_options)
  int32_t is_sequential;  ///< 0: on all cores, where that is worth it; 1: on this thread only
  perlane_progress progress;  ///< reports how much of an array is done; or NULL
  void* context;  ///< passed to `progress`
} perlane_options;

// ---- evaluation -------------------------------------------------------------

/// Evaluates a field at every sample of a grid.
///
///     perlane_grid grid = {.size = sizeof grid, .dimensions = 2, .shape = {512, 512}};
///     perlane_array out = {.size = sizeof out, .data = heights, .elements = 512 * 512};
///     status = perlane_fill(field, &grid, &out, NULL, NULL, &error);
///
/// \param range  out: two numbers, the least and the largest value of the field on the grid, before
/// they become codes; or NULL, if you do not need them, which is faster
/// \return PERLANE_INVALID: a member is out of its range, the field cannot be evaluated in that
/// many dimensions, or a coordinate of the grid times the highest frequency of the field reaches
/// 2^51. Nothing is written then.
perlane_status perlane_fill(const perlane_field* field, const perlane_grid* grid,
                            const perlane_array* out, const perlane_options* options, float* range,
                            perlane_error* error);

/// Evaluates a field and its exact partial derivatives, per unit of coordinate.
/// \param range  out: as above, for the values of the field, even if `value` is NULL
/// \return PERLANE_INVALID: as above, or the field has no derivatives, or they might be too large
/// for a float
perlane_status perlane_fill_derivatives(const perlane_field* field, const perlane_grid* grid,
                                        const perlane_planes* out, const perlane_options* options,
                                        float* range, perlane_error* error);

/// Evaluates several fields at every sample of one grid, each with the bits that perlane_fill
/// writes. Equal parts of the fields are evaluated once: maps that share a height or a warp take
/// less time than in separate calls.
/// \param fields  `count` fields; one may be there more than once
/// \param outs    `count` arrays, all of one size of the structure. No two samples may share an
/// element: arrays that overlap are an error, unless they have the same type and strides, and their
/// strides keep the samples apart
/// \param ranges  out: two numbers per field, as in perlane_fill; or NULL
/// \return PERLANE_INVALID: as above; a message about one of the fields begins with its number,
/// "outputs[2]: ". Nothing is written then, to any of the arrays.
perlane_status perlane_fill_fields(const perlane_field* const* fields, const perlane_grid* grid,
                                   const perlane_array* outs, size_t count,
                                   const perlane_options* options, float* ranges,
                                   perlane_error* error);

/// Returns proven bounds of a field within a box: from the first to the last sample of a grid along
/// every axis. No sample of any grid within the box, of any step, is outside. They lie within the
/// bounds of perlane_field_range, and are much tighter if the box is small compared with the cells
/// of the noise: a chunk whose bounds have one sign need not be filled.
/// \param range  out: two numbers, the least and the largest
/// \return PERLANE_INVALID: a member is out of its range, the field cannot be evaluated in that
/// many dimensions, or a coordinate reaches the limit of perlane_fill
perlane_status perlane_range(const perlane_field* field, const perlane_grid* grid, float* range,
                             perlane_error* error);

/// Returns proven bounds of a field within many boxes, a little faster than as many calls.
/// \param grids   `count` structures, all of one size and as many dimensions
/// \param ranges  out: two numbers per grid, one grid after another
/// \return PERLANE_INVALID: as above, for any of the grids
perlane_status perlane_ranges(const perlane_field* field, const perlane_grid* grids, size_t count,
                              float* ranges, perlane_error* error);

/// Evaluates a field at every point of an array, with the bits that perlane_fill writes for a
/// sample there. A value is NaN where a coordinate is not finite, or reaches 2^51 (for
/// PERLANE_FLOAT32: 2^31) when multiplied by a frequency of the field.
/// \param values  out: as many numbers as there are points. It may be a coordinate array of
/// PERLANE_FLOAT32; an array that overlaps one in any other way is an error
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

// ---- worlds -----------------------------------------------------------------

/// Returns the number of tasks of a world: a grid of any size, in tiles, with levels of detail.
/// Level k has every 2^k-th sample along each axis, from the first on, with the bits of level 0.
/// Each tile of each level is a task, which any machine can do, in any order.
/// \param world   level 0; `first` is a multiple of the step of the last level, 2^(levels - 1)
/// \param tile    samples from a tile to the next along each axis: 1 or more
/// \param levels  1; or more, as long as the last level has more than one sample along some axis
/// \param tasks   out
/// \return PERLANE_INVALID: a member or an argument is out of its range
perlane_status perlane_world_tasks(const perlane_grid* world, int64_t tile, int32_t levels,
                                   int64_t* tasks, perlane_error* error);

/// Returns the grid of a task, which perlane_fill takes. It depends on the arguments alone.
/// \param number  0 to the number of tasks - 1; level 0 is first, and x varies fastest
/// \param task    out: set its size before
/// \param level   out: its level; or NULL
/// \param at      out: its place among the tiles of its level, a number for each dimension; or NULL
/// \return PERLANE_INVALID: as above, or there is no such task
perlane_status perlane_world_task(const perlane_grid* world, int64_t tile, int32_t levels,
                                  int64_t number, perlane_grid* task, int32_t* level, int64_t* at,
                                  perlane_error* error);

// ---- the library ------------------------------------------------------------

/// Returns the version of the library, such as "1.2.3". PERLANE_VERSION_MAJOR,
/// PERLANE_VERSION_MINOR and PERLANE_VERSION_PATCH are that of the header.
const char* perlane_version(void);

/// Returns the names of the instruction sets that this CPU runs, best first. They all give the same
/// bits.
/// \param index  from 0
/// \return the name; NULL beyond the last. A library that was built without "scalar" may have none.
const char* perlane_isa(int32_t index);

/// Returns the instruction set in use: the best one, unless the environment variable PERLANE_ISA
/// names another.
/// \param name  out: one of the names that perlane_isa returns
/// \return PERLANE_INVALID: PERLANE_ISA names none of these, or there are none; functions that
/// evaluate arrays return it, too
perlane_status perlane_active_isa(const char** name, perlane_error* error);

/// Evaluates fields of every kind, and compares hashes of the bits with those that this version of
/// perlane has on every CPU. It takes about a second.
/// \return PERLANE_WRONG_VALUES: the message names the first field that has other values
perlane_status perlane_self_test(perlane_error* error);

/// Returns all functions that make fields, as JSON: the fields that each takes, and its members
/// with their types, defaults and limits. docs/c.md describes it.
/// \return a text that lives as long as the program; NULL if there is no memory for it
const char* perlane_catalogue(void);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-*)

#endif
