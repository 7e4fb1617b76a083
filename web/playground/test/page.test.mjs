// The page as people see it, in a real browser.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';

import {decode} from 'fast-png';

import {
  chosen, dist, launched, linkOf, pages, patience, pixelsOf, rest, settle, shownIn3D, until,
} from './browser.mjs';
import {counted} from './coverage.mjs';

const native = JSON.parse(await readFile(new URL('native.json', import.meta.url)));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const {opened, address} = pages();

const tab = (page, name) => page.getByRole('tab', {name}).click();

async function file(page, button) {
  const [download] = await Promise.all([
    page.waitForEvent('download'), page.getByRole('button', {name: button}).click(),
  ]);
  return readFile(await download.path());
}

test('the first example loads, and its slider changes the picture', async (t) => {
  const page = await opened(t);
  const one = await pixelsOf(page);
  const times = [];
  for (const octaves of ['2', '3', '4', '5', '6', '7', '8', '5', '6']) {
    await page.locator('#octaves').fill(octaves);
    times.push(await rest(page));
  }
  assert.notDeepEqual(await pixelsOf(page), one);
  times.sort((a, b) => a - b);
  t.diagnostic(`a change shows after ${times[4].toFixed(0)} ms at 512 x 512, ` +
               `${times[0].toFixed(0)} to ${times[8].toFixed(0)}`);
  await page.getByText('sum', {exact: true}).waitFor();
  await page.locator('.choices label', {hasText: '3'}).click();
  await rest(page);
});

test('octaves one by one add up to their sum', async (t) => {
  const page = await opened(t);
  await page.getByText('The lattice and its gradient vectors').click();
  await page.locator('#octaves').fill('2');
  await rest(page);
  const sum = await pixelsOf(page), parts = [];
  for (const octave of ['1', '2']) {
    await page.locator('.choices label', {hasText: octave}).click();
    await rest(page);
    parts.push(await pixelsOf(page));
  }
  const [first, second] = parts;
  for (let i = 0; i < sum.length; i += 4) {
    // Codes are rounded, three times.
    assert.ok(Math.abs(first[i] + second[i] - 127.5 - sum[i]) <= 2, `${i}`);
  }
});

test('every example opens', async (t) => {
  const page = await opened(t);
  await page.locator('#example').click();
  const ids = await page.getByRole('option').evaluateAll(
    (options) => options.map(({dataset}) => dataset.value));
  await page.keyboard.press('Escape');
  assert.ok(ids.length > 12);
  for (const id of ids) {
    await chosen(page, 'example', id);
    await rest(page);
    assert.equal(await page.locator('.error:not(:empty)').count(), 0, id);
    const pixels = await pixelsOf(page);
    assert.ok(new Set(pixels).size > 16, `${id} has few colours`);
  }
});

test('the picture and the files have the codes of the library of a CPU', async (t) => {
  const page = await opened(t, linkOf(native.field, {range: [-1, 1]}));
  const pixels = await pixelsOf(page);
  assert.equal(pixels.length, 4 * 512 * 512);
  assert.equal(sha256(pixels.filter((_, i) => i % 4 === 0)), native.uint8);
  await tab(page, 'Share');
  const r16 = await file(page, 'r16');
  assert.equal(sha256(r16), native.uint16);
  const wide = decode(await file(page, 'PNG, 16 bits'));
  assert.deepEqual([wide.width, wide.height, wide.depth, wide.channels], [512, 512, 16, 1]);
  assert.equal(sha256(Buffer.from(wide.data.buffer, wide.data.byteOffset, wide.data.byteLength)),
               native.uint16);
  const narrow = decode(await file(page, 'PNG, 8 bits'));
  assert.deepEqual([narrow.depth, sha256(narrow.data)], [8, native.uint8]);
});

// Needs the program: PERLANE=build/dev/src/cli/perlane npm test
test('the command line that is copied makes the file that is saved',
     {skip: !process.env.PERLANE}, async (t) => {
  let unfaded;
  for (const [zoom, fades] of [[0, false], [-3, false], [2, false], [2, true]]) {
    const page = await opened(t, linkOf(native.field, {x: 1000, zoom, fades}));
    await tab(page, 'Share');
    const saved = decode(await file(page, 'PNG, 16 bits'));
    if (fades) assert.notDeepEqual(saved.data, unfaded);
    unfaded = saved.data;
    await page.getByText('command line', {exact: true}).click();
    const command = await page.locator('#text').inputValue();
    const folder = await mkdtemp(join(tmpdir(), 'perlane-'));
    execFileSync('sh', ['-c', command.replace(/^perlane/, '"$PERLANE"')],
                 {cwd: folder, stdio: 'pipe'});
    const rendered = decode(await readFile(join(folder, 'height.png')));
    assert.deepEqual(rendered.data, saved.data, `${zoom} ${fades}`);
    await rm(folder, {recursive: true});
  }
});

test('a link restores what it was made of, and undo and redo what there was', async (t) => {
  const page = await opened(t);
  await chosen(page, 'example', 'island');
  await rest(page);
  await settle(page);
  const link = new URL(page.url()).hash, pixels = await pixelsOf(page);
  const other = await opened(t, link);
  assert.deepEqual(await pixelsOf(other), pixels);
  await page.getByRole('button', {name: 'Undo'}).click();
  await tab(page, 'Simulator');
  await page.getByRole('button', {name: 'Redo'}).click();
  await rest(page);
  assert.deepEqual(await pixelsOf(page), pixels);
});

test('it is as smooth at 10^9 as at 0', async (t) => {
  const field = {perlin: {frequency: 0.001}};
  const page = await opened(t, linkOf(field, {x: 1e9 + 500, y: -1e9, zoom: -2}));
  const pixels = await pixelsOf(page);
  let largest = 0;
  for (let x = 4; x < 4 * 512; x += 4) {
    largest = Math.max(largest, Math.abs(pixels[x] - pixels[x - 4]));
  }
  assert.ok(largest <= 1, `neighbours differ by ${largest}`);
  assert.ok(new Set(pixels).size > 8);
});

test('chunks have smaller chunks in them, without end', async (t) => {
  const page = await opened(t);
  await chosen(page, 'example', 'nested');
  await rest(page);
  const depth = async () =>
    Number(/Path of (\d+)/.exec(await page.getByText(/^Path of/).textContent())[1]);
  const before = await depth();
  await page.locator('canvas.picture').focus();
  for (let press = 0; press < 40; ++press) await page.keyboard.press('+');
  await rest(page);
  assert.equal(await depth(), before + 5);  // 20 halvings are 5 levels of 16
  assert.ok(new Set(await pixelsOf(page)).size > 16);
  for (let press = 0; press < 40; ++press) await page.keyboard.press('-');
  await rest(page);
  assert.ok(Math.abs(await depth() - before) <= 1);
});

test('what is invalid is marked at its member, with the message of the library', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 1}}));
  const pixels = await pixelsOf(page);
  await page.locator('#member-frequency').fill('-1');
  assert.equal(await page.locator('#member-frequency').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.locator('#member-frequency-says').textContent(),
               'frequency is -1; use a finite number above 0');
  assert.equal(await page.locator('.call.wrong').count(), 1);
  assert.deepEqual(await pixelsOf(page), pixels);  // the last that was right
  await page.locator('#member-frequency').fill('0.05');
  await rest(page);
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
});

test('JSON that is pasted becomes the field, or an error', async (t) => {
  const page = await opened(t);
  await tab(page, 'Share');
  await page.locator('#paste').fill('{"perlane": 1, "field": {"perlin": {"sed": 1}}}');
  assert.match(await page.locator('#paste-says').textContent(), /^field\.perlin\.sed is not known/);
  await page.locator('#paste').fill('{"perlane": 1');
  assert.match(await page.locator('#paste-says').textContent(), /^the text is not JSON/);
  await page.locator('#paste').fill('{"perlane": 1, "field": {"value": {"seed": 4}}}');
  assert.equal(await page.locator('#paste-says').textContent(), '');
  await page.getByText('C++', {exact: true}).click();
  assert.match(await page.locator('#text').inputValue(),
               /const Field field = value\(\{\.seed = 4\}\);/);
});

test('nodes are added, and taken away', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 1}}));
  await chosen(page, 'add', 'ridged');
  await rest(page);
  assert.deepEqual(await page.locator('.call-name').allTextContents(), ['perlin', 'ridged']);
  await page.getByRole('button', {name: 'Remove'}).click();
  assert.deepEqual(await page.locator('.call-name').allTextContents(), ['perlin']);
});

test('links that were cut off get a sentence, and the first example', async (t) => {
  const deep = '['.repeat(9999) + ']'.repeat(9999);
  const world = {path: [[1, 2, 0]], worldSeed: 1, octaves: 4, gain: 0.8};
  for (const link of ['#%7B%22perl', '#5', '#{"perlane":1,"field":{"nonsense":{}}}',
                      '#{"perlane":1,"field":{"perlin":{}},"simulator":{}}',
                      '#{"perlane":1,"field":{"perlin":{}},"nested":{"path":[[1]]}}',
                      linkOf({perlin: {}}, {zoom: 1e9}), linkOf('a'), linkOf(null),
                      linkOf({perlin: {}}, {x: 1e31, zoom: 40}),
                      linkOf({perlin: {}}, {range: [-8e307, 8e307]}),
                      linkOf({perlin: {}}, {x: 1e17, zoom: 20}, {nested: world}),
                      linkOf({perlin: {}}, {zoom: 20}, {nested: world}),
                      `#{"perlane":1,"field":{"perlin":{"seed":${deep}}}}`]) {
    const page = await opened(t, link);
    assert.match(await page.getByRole('alert').first().textContent(), /^This link cannot be read/);
  }
});

test('the golden hashes are the same here', async (t) => {
  const page = await opened(t);
  await tab(page, 'Same bits');
  await page.getByRole('button', {name: 'Compute the hashes here'}).click();
  await page.locator('.good[data-total]').waitFor();
  await page.locator('progress[aria-label="Hashes"]').waitFor({state: 'detached'});
  const {equal, total} = await page.locator('.good').evaluate((element) => element.dataset);
  assert.equal(equal, total);
  assert.ok(Number(total) > 600);
});

test('what takes long has a bar, and can be cancelled', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {x: 40, y: 24}));
  const slow = {fbm: {source: {erode: {height: {fbm: {source: {perlin: {}}, octaves: 12}},
                                       octaves: 12}}, octaves: 12}};
  await tab(page, 'Share');
  await page.locator('#paste').fill(JSON.stringify({perlane: 1, field: slow}));
  await page.getByRole('button', {name: 'Cancel'}).click();
  await page.locator('.status[data-state="stopped"]').waitFor();
  // A move goes on, also by so little that no other squares come into sight.
  const {x, y} = await page.locator('canvas.picture').boundingBox();
  await page.mouse.move(x + 200, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 201, y + 200);
  await page.mouse.up();
  await page.locator('.status[data-state="busy"]').waitFor();
  await page.locator('#paste').fill('{"perlane": 1, "field": {"value": {"seed": 4}}}');
  await rest(page);
});

test('3D is drawn; without WebGL there is a sentence, and the other views work', async (t) => {
  const page = await opened(t);
  await chosen(page, 'example', 'erosion');
  await shownIn3D(page);

  const plain = await launched(['--disable-gpu', '--disable-3d-apis']);
  const flat = await plain.newPage();
  await counted(t, flat, dist);
  t.after(() => plain.close());
  flat.setDefaultTimeout(patience);
  await flat.goto(address());
  await flat.getByRole('radio', {name: '3D'}).click();
  await flat.getByText('This browser has no WebGL').waitFor();
  await flat.getByRole('radio', {name: 'relief'}).click();
  await rest(flat);
});

test('without SIMD there is a sentence', async (t) => {
  const old = await launched();
  const page = await old.newPage();
  await counted(t, page, dist);
  t.after(() => old.close());
  page.setDefaultTimeout(patience);
  await page.addInitScript(() => {
    WebAssembly.compile = async () => { throw new WebAssembly.CompileError('no SIMD'); };
  });
  await page.goto(address());
  await page.getByText('This browser has no vectors of 128 bits').waitFor();
});

test('it fits 360 pixels, and keys move the picture', async (t) => {
  const page = await opened(t, '', {viewport: {width: 360, height: 740}});
  const names = await page.getByRole('tab').allTextContents();
  await page.addStyleTag({content: '.canvas {width: 100% !important; height: 300px !important}'});
  for (const name of names) {
    await tab(page, name);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(width, 360, name);
  }
  const middle = await page.locator('.status').textContent();
  await page.locator('canvas.picture').focus();
  await page.keyboard.press('ArrowRight');
  await until(async () => await page.locator('.status').textContent() !== middle);
});

// By the rules of axe-core: names of controls, roles, order of headings, contrast.
for (const colorScheme of ['light', 'dark']) {
  test(`who cannot see the page can use it, ${colorScheme}`, async (t) => {
    const page = await opened(t, '', {colorScheme});
    await page.addScriptTag({path: createRequire(import.meta.url).resolve('axe-core')});
    const faults = new Set(), looked = new Set();
    const look = async (name) => {
      const {violations, passes} = await page.evaluate(() => globalThis.axe.run());
      for (const {id} of passes) looked.add(id);
      for (const {id, nodes} of violations) {
        for (const node of nodes) faults.add(`${name}: ${id}: ${node.target} ${node.html}`);
      }
    };
    for (const kind of ['tab', 'radio']) {
      for (const name of await page.getByRole(kind).allTextContents()) {
        await page.getByRole(kind, {name, exact: true}).click();
        await look(name);
      }
    }
    await page.getByRole('tab', {name: 'Field'}).click();
    await page.locator('.call-picture').first().click();
    await look('preview');
    await page.getByRole('button', {name: 'Wide'}).click();
    await look('wide');
    assert.deepEqual([...faults], []);
    for (const id of ['color-contrast', 'label', 'button-name']) assert.ok(looked.has(id), id);
  });
}
