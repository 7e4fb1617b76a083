"""Fields as arrays that are computed later, by this package or by others."""

import functools
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ._axes import PerAxis
from ._grid import _FIRST, _ORIGIN, _STEP, Shape, _shape_of
from ._numbers import Interval, Real, Whole, whole
from ._recipe import dims_of
from ._virtual import LIMIT, VirtualArray

if TYPE_CHECKING:
    import dask.array
    import xarray
    import zarr
    from dask.delayed import Delayed

# One for all axes or one for each, as `dask.array.from_array` takes them; or those of axes by name.
Chunks: TypeAlias = int | str | Sequence[Any] | Mapping[Any, Any]

NO_LIMIT = 2**63
_CHUNKS = {1: 1 << 18, 2: 512, 3: 64, 4: 16}  # so that one takes a MiB or less
_SHARDS = {1: 1 << 24, 2: 4096, 3: 256, 4: 64}  # and one of these 64 MiB


class LazyMethods:
    """Methods of Field."""

    __slots__ = ()

    def __dask_tokenize__(self: Any) -> Any:
        return "perlane.Field", self.to_json()

    def virtual(self: Any, shape: Shape, *, first: PerAxis[Whole] = _FIRST,
                step: PerAxis[Real] = _STEP, origin: PerAxis[Real] = _ORIGIN,
                dtype: npt.DTypeLike | None = None, range: Interval | None = None,
                threads: int | None = None, limit: int = LIMIT) -> VirtualArray:
        """The field on a grid of any size, as an array that computes each slice when it is read.

            world = field.virtual((10**9, 10**9))
            piece = world[10**8:10**8 + 512, :512]

        shape, first, step, origin, dtype, range, threads: as for `grid`
        limit: bytes of the largest slice; a larger one raises MemoryError
        """
        return VirtualArray(self, shape, first, step, origin, dtype, range, threads, limit)

    @overload
    def dask(self, shape: Shape, *, chunks: Chunks = ..., first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
             dtype: npt.DTypeLike | None = ..., range: Interval | None = ...,
             derivatives: Literal[False] = ...) -> "dask.array.Array": ...
    @overload
    def dask(self, shape: Shape, *, chunks: Chunks = ..., first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
             derivatives: Literal[True]) -> "tuple[dask.array.Array, dask.array.Array]": ...
    @overload
    def dask(self, shape: Shape, *, chunks: Chunks = ..., first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ..., derivatives: bool) -> Any: ...

    def dask(self: Any, shape: Shape, *, chunks: Chunks = "auto", first: PerAxis[Whole] = _FIRST,
             step: PerAxis[Real] = _STEP, origin: PerAxis[Real] = _ORIGIN,
             dtype: npt.DTypeLike | None = None, range: Interval | None = None,
             derivatives: bool = False) -> Any:
        """The field on a grid, as a lazy array of Dask, with the bits of `grid`.

        A task is the text of the field and the place of a chunk. One thread evaluates it.

        shape, first, step, origin, dtype, range: as for `grid`
        chunks: as for `dask.array.from_array`; or by the names of axes, {"y": 1000, "x": 1000}
        derivatives: whether to return (values, derivatives), whose chunks are evaluated together
        """
        if derivatives and (range is not None or dtype is not None):
            raise ValueError("derivatives is True; leave range and dtype out with it")
        array = VirtualArray(self, shape, first, step, origin, dtype, range, 1, NO_LIMIT,
                             derivatives)
        lazy = chunked(array, chunks, dims_of(None, len(array.samples)))
        return (lazy[0], lazy[1:]) if derivatives else lazy

    def xarray(self: Any, shape: Shape | None = None, *, like: "xarray.DataArray | None" = None,
               dims: Sequence[Hashable] | None = None, coords: Mapping[Any, Any] | None = None,
               first: PerAxis[Whole] = _FIRST, step: PerAxis[Real] = _STEP,
               origin: PerAxis[Real] = _ORIGIN, dtype: npt.DTypeLike | None = None,
               range: Interval | None = None, chunks: Chunks | None = None,
               name: Hashable = "field") -> "xarray.DataArray":
        """The field as an array of xarray, which is evaluated when it is used.

        shape, first, step, origin, dtype, range: as for `grid`
        like: an array whose dimensions and coordinates the result has, including its CRS; the
            dimension "band" of rasters is left out. The field is evaluated at these coordinates,
            which must be evenly spaced
        dims: names of the axes; ("y", "x") for two, if left out
        coords: coordinates by name. The field is evaluated at those of an axis, which must be
            evenly spaced
        chunks: makes a Dask array of such chunks; if left out, of those of `like`, if it has any
        """
        from ._xarray import array_of

        return array_of(self, chunks, name, shape=shape, like=like, dims=dims, coords=coords,
                        first=first, step=step, origin=origin, dtype=dtype, range=range)

    @overload
    def to_zarr(self, store: Any, shape: Shape, *, chunks: int | Sequence[int] | None = ...,
                shards: int | Sequence[int] | None = ..., dims: Sequence[str] | None = ...,
                first: PerAxis[Whole] = ..., step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
                dtype: npt.DTypeLike | None = ..., range: Interval | None = ...,
                compute: Literal[True] = ..., **options: Any) -> "zarr.Array[Any]": ...
    @overload
    def to_zarr(self, store: Any, shape: Shape, *, chunks: int | Sequence[int] | None = ...,
                shards: int | Sequence[int] | None = ..., dims: Sequence[str] | None = ...,
                first: PerAxis[Whole] = ..., step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
                dtype: npt.DTypeLike | None = ..., range: Interval | None = ...,
                compute: Literal[False], **options: Any) -> "Delayed": ...

    def to_zarr(self: Any, store: Any, shape: Shape, *, chunks: int | Sequence[int] | None = None,
                shards: int | Sequence[int] | None = None, dims: Sequence[str] | None = None,
                first: PerAxis[Whole] = _FIRST, step: PerAxis[Real] = _STEP,
                origin: PerAxis[Real] = _ORIGIN, dtype: npt.DTypeLike | None = None,
                range: Interval | None = None, compute: bool = True,
                **options: Any) -> Any:
        """Writes the field as a Zarr array of version 3, by the scheduler of Dask that is in use.

        Each task writes one shard of its own, so tasks may run in any order, side by side, and
        again.

        store, options: as for `zarr.create_array`: a path, overwrite=True; compressors=None in
            place of Blosc with zstd
        chunks: samples that readers read at once, per axis; 512 x 512 in 2D, if left out
        shards: samples of a task and of a file, per axis: multiples of chunks; 4096 x 4096 in 2D
        compute: False to return a delayed object, whose compute() writes the shards
        """
        import dask.array
        import zarr
        from zarr.codecs import BloscCodec

        from ._recipe import recipe_of

        lengths = _shape_of(shape)
        axes = len(lengths)
        if "dimension_names" in options:
            raise TypeError("dimension_names is given; use dims in its place")
        inner = _per_axis("chunks", _CHUNKS[axes] if chunks is None else chunks, axes)
        whole = [max(_SHARDS[axes] // chunk, 1) * chunk for chunk in inner]  # of any chunks
        outer = _per_axis("shards", whole if shards is None else shards, axes)
        for axis, (shard, chunk) in enumerate(zip(outer, inner, strict=True)):
            if shard % chunk:
                raise ValueError(f"shards[{axis}] is {shard} and chunks[{axis}] is {chunk}; use a "
                                 "multiple of it")
        array = VirtualArray(self, lengths, first, step, origin, dtype, range, 1, NO_LIMIT)
        blosc = BloscCodec(cname="zstd", clevel=1, shuffle="shuffle", typesize=array.dtype.itemsize)
        create = functools.partial(
            zarr.create_array, shape=lengths, chunks=inner, shards=outer, dtype=array.dtype,
            dimension_names=dims_of(dims, axes),
            **{"compressors": blosc, **options,
               "attributes": {**(options.get("attributes") or {}), "perlane": recipe_of(array)}})
        lazy = self.dask(lengths, chunks=outer, first=first, step=step, origin=origin, dtype=dtype,
                         range=range)
        create({}, storage_options=None)  # in memory, for zarr makes folders before it rejects
        written = create(store)
        stored = dask.array.store(lazy, written, lock=False, compute=compute)
        return written if compute else stored


def chunked(array: VirtualArray, chunks: Chunks, dims: Sequence[Hashable]) -> "dask.array.Array":
    """The lazy array of Dask, all of whose planes are in one chunk."""
    import dask.array

    if isinstance(chunks, Mapping):
        chunks = _chunks_by_axis(chunks, dims)
    elif isinstance(chunks, Sequence) and not isinstance(chunks, str):
        if len(chunks) != len(dims) > 1:  # in 1D, these may be the pieces themselves
            raise ValueError(f"chunks is {chunks!r}; use one for each of "
                             f"{', '.join(map(str, dims))}, or one for all")
    try:
        pieces = dask.array.core.normalize_chunks(chunks, array.samples, dtype=array.dtype)
    except ZeroDivisionError:
        raise ValueError(f"chunks is {chunks!r}; use numbers above 0") from None
    planes = array.shape[:array.ndim - len(array.samples)]
    return dask.array.from_array(array, (*planes, *pieces), asarray=False, fancy=False,
                                 inline_array=True,
                                 meta=np.empty((0,) * array.ndim, array.dtype))


def _chunks_by_axis(chunks: Mapping[Any, Any], dims: Sequence[Hashable]) -> dict[int, Any]:
    """The chunks of axes that are given by name or by number."""
    axes: dict[int, Any] = {axis: chunks[axis] for axis in range(len(dims)) if axis in chunks}
    axes |= {axis: chunks[dim] for axis, dim in enumerate(dims) if dim in chunks}
    for key in chunks:
        if key not in dims and key not in axes:
            raise ValueError(f"chunks has the key {key!r}; use {', '.join(map(repr, dims))}")
    return axes


def _per_axis(name: str, given: int | Sequence[int], axes: int) -> tuple[int, ...]:
    if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str):
        numbers = tuple(whole(f"{name}[{axis}]", number) for axis, number in enumerate(given))
    else:
        numbers = (whole(name, given),) * axes
    if len(numbers) != axes or min(numbers) < 1:
        raise ValueError(f"{name} is {given}; use a number above 0, or one for each axis")
    return numbers
