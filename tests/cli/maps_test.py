"""GDAL reads GeoTIFFs and mosaics of tiles: places, systems, and the values of codes.

usage: maps_test.py PERLANE"""

import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    from osgeo import gdal, osr
except ImportError:
    sys.exit(77)

FIELD = ["--seed", "3", "--cell", "50", "--octaves", "4"]
LV95 = ["--pixel-size", "10,12.5", "--map-origin", "2600000,1200000", "--crs", "EPSG:2056"]


class Maps(unittest.TestCase):
    def setUp(self):
        gdal.UseExceptions()
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)

    def run_perlane(self, *words, check=True):
        words = [perlane, *map(str, words), "-q"]
        return subprocess.run(words, cwd=self.directory, check=check, capture_output=True,
                              text=True)

    def opened(self, name):
        return gdal.Open(str(self.directory / name))

    def render(self, *options):
        self.run_perlane("render", "map.tif", *FIELD, *options)
        return self.opened("map.tif")

    def floats(self, width, height, *options):
        self.run_perlane("render", "map.r32", "--size", f"{width}x{height}", *FIELD, *options)
        return numpy.fromfile(self.directory / "map.r32", "<f4").reshape(height, width)

    def test_places(self):
        data = self.render("--size", "70x30", *LV95)
        # The corner of the pixel whose centre is the origin.
        self.assertEqual(data.GetGeoTransform(), (2599995, 10, 0, 1200006.25, 0, -12.5))
        self.assertEqual(data.GetMetadataItem("AREA_OR_POINT"), "Point")
        system = data.GetSpatialRef()
        self.assertEqual((system.GetAuthorityCode(None), system.IsProjected()), ("2056", 1))
        data = self.render("--size", "70x30", "--first", "-20,8", *LV95)
        self.assertEqual(data.GetGeoTransform(), (2599795, 10, 0, 1199906.25, 0, -12.5))
        data = self.render("--size", "9", "--pixel-size", "2")
        system = data.GetSpatialRef()
        self.assertTrue(system is None or system.GetAuthorityCode(None) is None)
        self.assertEqual(data.GetGeoTransform(), (-1, 2, 0, 1, 0, -2))
        data = self.render("--size", "9")
        self.assertIsNone(data.GetGeoTransform(can_return_null=True))

    def test_systems(self):
        """The key is that of the kind of system: GDAL would take either."""
        for code in (4326, 7844, 4258, 6318, 2056, 3857, 32632, 4087, 4400, 3035):
            self.render("--size", "9", "--pixel-size", "0.25", "--crs", f"epsg:{code}")
            data = (self.directory / "map.tif").read_bytes()
            expected = osr.SpatialReference()
            expected.ImportFromEPSG(code)
            key, model = (2048, 2) if expected.IsGeographic() else (3072, 1)
            for keys in (1024, 0, 1, model), (1025, 0, 1, 2), (key, 0, 1, code):
                self.assertIn(struct.pack("<4H", *keys), data, code)
            opened = self.opened("map.tif")
            self.assertEqual(opened.GetSpatialRef().GetAuthorityCode(None), str(code))

    def test_values_of_codes(self):
        for options in ([], ["--type", "uint8"], ["--range", "-0.3,0.7"]):
            data = self.render("--size", "300x200", "--pixel-size", "1", *options)
            band = data.GetRasterBand(1)
            most = 255 if "uint8" in options else 65535
            offset, scale = band.GetOffset(), band.GetScale()
            least, greatest = offset, offset + most * scale
            if "--range" in options:
                low, high = numpy.float64(numpy.float32([-0.3, 0.7]))
                self.assertEqual((offset, scale), (low, (high - low) / most))
            values = offset + band.ReadAsArray().astype(float) * scale
            expected = numpy.clip(self.floats(300, 200).astype(float), least, greatest)
            self.assertLessEqual(abs(values - expected).max(), 0.516 * scale)
        data = self.render("--size", "300x200", "--type", "float32", "--pixel-size", "1")
        band = data.GetRasterBand(1)
        self.assertIsNone(band.GetScale())
        self.assertTrue((band.ReadAsArray() == self.floats(300, 200)).all())

    def test_a_file_makes_itself_again(self):
        self.render("--size", "70x30", *LV95)
        self.run_perlane("render", "again.tif", "--field", "map.tif")
        files = [self.directory / "map.tif", self.directory / "again.tif"]
        self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
        self.run_perlane("render", "again.tif", "--field", "map.tif", "--crs", "EPSG:4326")
        self.assertEqual(self.opened("again.tif").GetGeoTransform()[1], 10)
        self.run_perlane("render", "again.png", "--field", "map.tif")

    def test_rejections(self):
        for words, message in (
            (["map.png", "--crs", "EPSG:2056"], "--map-origin and --crs are for .tif"),
            (["map.tif", "--crs", "2056"], '--crs is "2056"; use EPSG: and a code'),
            (["map.tif", "--crs", "EPSG:1"], "from 1024 to 32766"),
            (["map.tif", "--pixel-size", "0"], "use a finite number above 0"),
            (["map.tif", "--pixel-size", "1,-2"], "use a finite number above 0"),
        ):
            done = self.run_perlane("render", *words, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_mosaics(self):
        world = ["--size", "300x200", "--first", "-40,8", *FIELD]
        tiles = ["--tile", "64", "--levels", "3", "--overlap", "1"]
        names = ["--names", "a&b<{level}>{x},{y}.{ext}"]
        for number, (extension, options, more) in enumerate((
            ("tif", ["--type", "float32", *LV95], []),
            ("tif", LV95, []),
            ("png", [], []),
            ("png", ["--type", "uint8"], names),
        )):
            directory = f"world-{number}"
            self.run_perlane("export", directory, "--format", extension, *world, *tiles, *options,
                             *more)
            self.run_perlane("render", f"whole.{extension}", *world, *options)
            whole = self.opened(f"whole.{extension}")
            data = self.opened(f"{directory}/manifest.vrt")
            expected, band = whole.ReadAsArray(), data.GetRasterBand(1)
            self.assertTrue((band.ReadAsArray() == expected).all())
            self.assertEqual(band.GetOverviewCount(), 2)
            for level in (1, 2):
                above = self.opened(f"{directory}/manifest.{level}.vrt")
                for found in (above.GetRasterBand(1), band.GetOverview(level - 1)):
                    picture = expected[:: 2**level, :: 2**level]
                    self.assertTrue((found.ReadAsArray() == picture).all())
            if extension == "tif":
                self.assertEqual(data.GetGeoTransform(), whole.GetGeoTransform())
                self.assertEqual(data.GetSpatialRef().GetAuthorityCode(None), "2056")
                scale = whole.GetRasterBand(1).GetScale()
                self.assertEqual(band.GetScale() or 1, scale or 1)
                # The first sample of a level is that of the world.
                place, below = above.GetGeoTransform(), data.GetGeoTransform()
                self.assertEqual(place[0] + place[1] / 2, below[0] + below[1] / 2)
            self.run_perlane("export", directory, "--verify")


perlane = str(pathlib.Path(sys.argv[1]).resolve())
if ".tif" not in subprocess.run([perlane, "render", "--help"], capture_output=True, text=True,
                                check=True).stdout:
    sys.exit(77)
unittest.main(argv=sys.argv[:1])
