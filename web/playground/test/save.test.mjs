// Files that the page saves, read back by other libraries than those that wrote them.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {decode} from 'fast-png';
import {fromArrayBuffer} from 'geotiff';
import {load} from 'perlane';
import {GLTFLoader} from 'three/addons/loaders/GLTFLoader.js';

import {chosen, linkOf, pages, pixelsOf, rest, settle, shownIn3D} from './browser.mjs';

const {opened} = pages();
const perlane = await load();
const hills = {fbm: {source: {perlin: {seed: 7, frequency: 0.02}}, octaves: 5}};
const share = (page) => page.getByRole('tab', {name: 'Share'}).click();

async function sized(page, width, height) {
  await page.locator('#save-width').fill(String(width));
  await page.locator('#save-height').fill(String(height));
}

async function file(page, button) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', {name: button, exact: true}).click(),
  ]);
  const bytes = await readFile(await download.path());
  return {name: download.suggestedFilename(), bytes};
}

const picture = async (page, button = 'Picture, PNG') => {
  const {width, height, channels, depth, data} = decode((await file(page, button)).bytes);
  assert.equal(depth, 8);
  const at = (x, y) =>
    [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  return {width, height, at};
};

/** The colours of the picture of the page, as of a saved one. */
async function onPage(page) {
  const data = await pixelsOf(page);
  return (x, y) => [...data.subarray(4 * (y * 512 + x), 4 * (y * 512 + x) + 3)];
}

/** The samples that a file has of a field. */
function samples(json, {x = 0, y = 0, step = 1, width, height, depth = []}) {
  const field = perlane.fromJson({perlane: 1, field: json}), flat = depth.map(() => 1);
  const first = [x, y].map((middle, i) =>
    Math.round(middle / step) - Math.floor([width, height][i] / 2));
  const grid = {shape: [width, height, ...flat], step: [step, step, ...flat],
                first: [...first, ...depth.map(() => 0)], origin: [0, 0, ...depth]};
  return {field, grid, values: field.fill(grid).values};
}

for (const mode of ['grey', 'relief', 'slope', 'normals']) {
  test(`the picture is saved as it is seen, ${mode}`, async (t) => {
    const page = await opened(t, linkOf(hills, {mode, x: 100, y: -50, sea: 0}));
    const seen = await onPage(page);
    await share(page);
    const {width, height, at} = await picture(page);
    assert.deepEqual([width, height], [512, 512]);
    for (let y = 0; y < 512; ++y) {
      for (let x = 0; x < 512; x += 7) assert.deepEqual(at(x, y), seen(x, y), `${x}, ${y}`);
    }
    // Twice as large, it has the same extent: each second pixel is at the place of one of the page.
    await sized(page, 1024, 1024);
    const large = await picture(page);
    assert.deepEqual([large.width, large.height], [1024, 1024]);
    if (mode !== 'slope') {
      for (let i = 0; i < 512; i += 3) assert.deepEqual(large.at(2 * i, 2 * i), seen(i, i), `${i}`);
    }
  });
}

test('any size is saved, and those that are not have an error with the limit', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'relief'}));
  await share(page);
  for (const [width, height] of [[1, 1], [300, 200], [257, 3], [8192, 5], [5, 8192]]) {
    await sized(page, width, height);
    const saved = await picture(page);
    assert.deepEqual([saved.width, saved.height], [width, height]);
  }
  const downloads = [];
  page.on('download', (one) => downloads.push(one));
  for (const [width, height] of [[8193, 512], [512, 0], ['', 512], ['1.5', 512], ['many', 1]]) {
    await sized(page, width, height);
    for (const button of ['Picture, PNG', 'TIFF, 32-bit floats']) {
      await page.getByRole('button', {name: button}).click();
      assert.match(await page.locator('#save-says').textContent(), /from 1 to 8192 samples/);
    }
  }
  await sized(page, 2049, 512);
  await page.getByRole('button', {name: 'Mesh, glTF'}).click();
  assert.match(await page.locator('#save-says').textContent(),
               /^A mesh has from 2 to 2048 samples along each edge; 2049 × 512 were asked for\.$/);
  await sized(page, 512, 1);
  await page.getByRole('button', {name: 'Mesh, glTF'}).click();
  assert.match(await page.locator('#save-says').textContent(), /from 2 to 2048/);
  await settle(page);
  assert.deepEqual(downloads, []);
  await sized(page, 512, 512);
  assert.equal(await page.locator('#save-says').textContent(), '');
});

test('a planet is saved whole, whatever the size', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'planet', zoom: -1}));
  await share(page);
  for (const [width, height] of [[512, 512], [900, 300]]) {
    await sized(page, width, height);
    const {at} = await picture(page), radius = 0.45 * Math.min(width, height);
    assert.deepEqual(at(2, 2), [0, 0, 0]);
    assert.notDeepEqual(at(width / 2, height / 2), [0, 0, 0]);
    assert.notDeepEqual(at(Math.round(width / 2 - radius + 3), height / 2), [0, 0, 0]);
    assert.deepEqual(at(Math.round(width / 2 - radius - 3), height / 2), [0, 0, 0]);
  }
});

test('the landscape in 3D is saved in any size, and without seams', async (t) => {
  const page = await opened(t);
  await chosen(page, 'example', 'erosion');
  await shownIn3D(page);
  const box = () => page.locator('.landscape canvas').evaluate(
    ({width, height, clientWidth}) => [width, height, clientWidth]);
  const before = await box();
  await share(page);
  await sized(page, 2304, 400);  // more than is drawn at once
  const {width, height, at} = await picture(page);
  assert.deepEqual([width, height], [2304, 400]);
  const colours = new Set();
  for (let x = 0; x < width; x += 3) colours.add(at(x, 300).join());
  assert.ok(colours.size > 100, `${colours.size} colours`);
  const difference = (x) => {
    let sum = 0;
    for (let y = 0; y < height; ++y) sum += Math.abs(at(x, y)[0] - at(x - 1, y)[0]);
    return sum;
  };
  const others = Array.from({length: 400}, (_, i) => difference(1840 + i));
  others.sort((a, b) => a - b);
  assert.ok(difference(2048) <= others[396], `${difference(2048)}, ${others.slice(-5)}`);
  assert.deepEqual(await box(), before);
});

test('heights are saved as floats, bit for bit', async (t) => {
  const volume = {perlin: {seed: 3, frequency: 0.05}};
  for (const [json, view, asked] of [
    [hills, {x: 100, y: -50}, {width: 512, height: 512}],
    [hills, {zoom: -3, x: 1e6}, {width: 301, height: 7}],
    [volume, {dimensions: 3, z: 1.25}, {width: 1, height: 300}],
    [volume, {zoom: 2}, {width: 2500, height: 1300}],  // more than one piece, and one strip
  ]) {
    const page = await opened(t, linkOf(json, view));
    await share(page);
    await sized(page, asked.width, asked.height);
    const {name, bytes} = await file(page, 'TIFF, 32-bit floats');
    assert.match(name, new RegExp(`-${asked.width}x${asked.height}-float\\.tif$`));
    const image = await (await fromArrayBuffer(bytes.buffer.slice(
      bytes.byteOffset, bytes.byteOffset + bytes.byteLength))).getImage();
    assert.deepEqual([image.getWidth(), image.getHeight(), image.getSamplesPerPixel()],
                     [asked.width, asked.height, 1]);
    const [read] = await image.readRasters();
    assert.ok(read instanceof Float32Array);
    const {values} = samples(json, {...view, ...asked, step: 2 ** (view.zoom ?? 0),
                                    depth: view.dimensions === 3 ? [view.z] : []});
    assert.ok(Buffer.from(read.buffer).equals(Buffer.from(values.buffer)), name);
  }
});

test('normals are saved as a picture of the same samples', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'grey', relief: 90, x: 33, range: [-1, 1]}));
  await share(page);
  await sized(page, 300, 200);
  const {width, height, at} = await picture(page, 'Normals, PNG');
  assert.deepEqual([width, height], [300, 200]);
  const {field, grid} = samples(hills, {x: 33, width, height});
  const {derivatives: [east, south]} = field.fillDerivatives(grid);
  for (let y = 0, i = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x, ++i) {
      const dx = east[i] * 45, dy = south[i] * 45, length = Math.sqrt(1 + dx * dx + dy * dy);
      assert.deepEqual(at(x, y), [...Uint8ClampedArray.of(
        127.5 * (1 - dx / length), 127.5 * (1 + dy / length), 127.5 * (1 + 1 / length))]);
    }
  }
});

test('the landscape is saved as a mesh whose vertices are the heights', async (t) => {
  const page = await opened(t, linkOf(hills, {zoom: 1, range: [-1, 1], x: 10, sea: 0.1}));
  await share(page);
  const width = 65, height = 33;
  await sized(page, width, height);
  const {name, bytes} = await file(page, 'Mesh, glTF');
  assert.match(name, /-65x33-mesh\.glb$/);
  const {scene} = await new GLTFLoader().parseAsync(bytes.buffer.slice(
    bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
  const [mesh] = scene.children, {position, normal, color} = mesh.geometry.attributes;
  assert.deepEqual([position.count, normal.count, color.count], Array(3).fill(width * height));
  const {values} = samples(hills, {x: 10, step: 2, width, height});
  // The world of the view in 3D is 512 pixels per unit, and 1/4 high.
  const tall = 512 * 2 * 0.25 / 2;
  for (let j = 0, i = 0; j < height; ++j) {
    for (let k = 0; k < width; ++k, ++i) {
      assert.equal(position.getX(i), 2 * k - (width - 1));
      assert.equal(position.getZ(i), 2 * j - (height - 1));
      const y = Math.fround((Math.max(values[i], 0.1) - -1 - 1) * tall);
      assert.ok(Math.abs(position.getY(i) - y) <= Math.abs(y) * 2 ** -22, `${i}`);
    }
  }
  const {index} = mesh.geometry;
  assert.equal(index.count, 6 * (width - 1) * (height - 1));
  // Triangles are seen from above.
  for (let i = 0; i < index.count; i += 3) {
    const [a, b, c] = [0, 1, 2].map((n) => index.getX(i + n));
    const cross = (position.getZ(b) - position.getZ(a)) * (position.getX(c) - position.getX(a)) -
      (position.getX(b) - position.getX(a)) * (position.getZ(c) - position.getZ(a));
    assert.equal(cross, 4);
  }
});

test('grey pictures have the codes of the library for any range', async (t) => {
  const {field, grid} = samples(hills, {width: 512, height: 512});
  for (const range of [[-0.3, 0.7], [0.1, Math.fround(0.1) + 2 ** -20], [-3e38, 3e38],
                       [-1e-35, 1e-35], [0.5, 100]]) {
    const page = await opened(t, linkOf(hills, {range}));
    const seen = await onPage(page);
    const {values} = field.fill(grid, {type: 'uint8', codes: {min: range[0], max: range[1]}});
    for (let i = 0; i < values.length; i += 11) {
      assert.equal(seen(i % 512, Math.floor(i / 512))[0], values[i], `${range} ${i}`);
    }
  }
});

test('a part that fails ends a save, and a save is cancelled', async (t) => {
  // In a block, since names may be those of the worker, which coverage does not minify.
  const spoil = `{
    const answer = self.onmessage, channel = new BroadcastChannel('fills');
    self.onmessage = (event) => {
      const {kind, grid} = event.data.work ?? {};
      if (kind === 'fill') channel.postMessage(grid.first[1]);
      if (kind === 'fill' && grid.shape[0] === 4096 && grid.first[1] > -2048) {
        self.postMessage({error: 'spoiled', isBroken: false});
      } else if (kind !== 'fill' || grid.shape[0] !== 4095) answer(event);  // or it never ends
    };
  }`;
  const page = await opened(t, linkOf(hills), {prepared: (page) =>
    page.route(/worker/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({response, body: `${await response.text()}\n${spoil}`});
    })});
  await rest(page);
  await share(page);
  await page.evaluate(() => {
    globalThis.fills = 0;
    new BroadcastChannel('fills').onmessage = () => ++globalThis.fills;
  });
  const fills = () => page.evaluate(() => globalThis.fills);
  const button = page.getByRole('button', {name: 'PNG, 16 bits'});
  await sized(page, 4096, 4096);  // 32 parts
  await button.click();
  await page.getByText('The file could not be made: spoiled').waitFor();
  await settle(page);
  const begun = await fills();
  assert.ok(begun < 16, `${begun} parts`);
  await settle(page);
  assert.equal(await fills(), begun);
  assert.equal(await page.getByText('Computing').count(), 0);
  const isFocused = () => button.evaluate((one) => one === document.activeElement);
  assert.equal(await isFocused(), true);

  const downloads = [];
  page.on('download', (one) => downloads.push(one));
  await sized(page, 4095, 4096);
  await button.press('Enter');
  await page.getByText('Computing').waitFor();
  assert.equal(await button.isEnabled(), false);
  await page.getByRole('tab', {name: 'Field'}).click();
  await page.getByText('Computing').waitFor({state: 'hidden'});
  await share(page);
  await page.getByText('Computing').waitFor();
  assert.equal(await button.isEnabled(), false);
  await page.getByRole('button', {name: 'Cancel'}).press('Enter');
  await page.getByText('Cancelled.').waitFor();
  assert.equal(await isFocused(), true);
  assert.equal(await page.locator('#save-says').textContent(), '');
  const cancelled = await fills();
  await settle(page);
  assert.equal(await fills(), cancelled);
  assert.deepEqual(downloads, []);
  await sized(page, 30, 20);
  const {bytes} = await file(page, 'PNG, 16 bits');
  assert.deepEqual([decode(bytes).width, decode(bytes).height], [30, 20]);
});
