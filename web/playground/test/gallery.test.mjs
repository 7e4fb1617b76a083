// The gallery and the presets of the page, and what repaints the picture without new noise.

import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {test} from 'node:test';

import {decode} from 'fast-png';
import {load} from 'perlane';

import {changed, chosen, linkOf, pages, pixelsOf, rest, settle, shot, text} from './browser.mjs';
import {drag, middle} from './graph.mjs';

const {opened} = pages();
const hills = {fbm: {source: {perlin: {seed: 7, frequency: 0.02}}, octaves: 5}};
const tab = (page, name) => page.getByRole('tab', {name}).click();
const computed = async (page) =>
  Number(await page.locator('.status').getAttribute('data-computed'));
const active = (page) => page.locator('[role="option"][aria-selected="true"]').textContent();
// Waits until every option of the list of examples has its picture.
const pictured = (page) => page.waitForFunction(() =>
  [...document.querySelectorAll('.recipe-picture')].every((canvas) => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 16;
  }));

test('examples are looked at before one is chosen', async (t) => {
  const page = await opened(t);
  await settle(page);
  const link = page.url();
  await page.locator('#example').focus();
  await page.keyboard.press('ArrowDown');
  const pictures = page.locator('.recipe-picture'), count = await page.getByRole('option').count();
  assert.ok(count > 12);
  assert.equal(await pictures.count(), count);
  await pictured(page);
  const boxes = await page.getByRole('option').evaluateAll((all) => all.map((one) => {
    const {left, top} = one.getBoundingClientRect();
    return {label: one.textContent, left, top};
  }));
  assert.equal(await active(page), boxes[0].label);
  await page.keyboard.press('ArrowRight');
  assert.equal(await active(page), boxes[1].label);
  await page.keyboard.press('ArrowDown');
  const below = boxes.find(({left, top}) => top > boxes[1].top && left <= boxes[1].left + 1);
  assert.ok(boxes.findIndex(({label}) => label === below.label) > 1);
  const here = boxes.findIndex(({label}) => label === below.label);
  assert.equal(await active(page), boxes[here].label);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await settle(page);
  assert.equal(page.url(), link);  // reading chose nothing
  await page.keyboard.press('Escape');
  await settle(page);
  assert.equal(page.url(), link);
  await page.locator('#example').press('ArrowDown');
  await page.keyboard.type('dun');
  assert.equal(await active(page), 'Dunes');
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal((await text(page)).example, 'dunes');
});

test('pictures of examples that failed are computed when the list is opened again', async (t) => {
  let isBlocked = true;
  const page = await opened(t, linkOf(hills), {prepared: (page) =>
    page.route(/worker/, (route) => isBlocked ? route.abort() : route.continue())});
  await page.locator('#example').click();
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll('.recipe-picture')];
    return pictures.length > 12 && pictures.every((canvas) => canvas.matches('.wrong'));
  });
  await page.keyboard.press('Escape');
  isBlocked = false;
  await page.locator('#example').click();
  await pictured(page);
  assert.equal(await page.locator('.recipe-picture.wrong').count(), 0);
});

test('presets are kept, opened, renamed and deleted', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'relief', x: 40, sea: 0}));
  const pixels = await shot(page);
  const form = page.getByRole('form', {name: 'Presets'}), says = page.locator('#preset-says');
  const name = page.getByLabel('Name of a new preset');
  const names = () => form.locator('input').evaluateAll(
    (all) => all.slice(1).map(({value}) => value));
  const save = async (typed) => {
    await name.fill(typed);
    await name.press('Enter');
  };
  await tab(page, 'Share');
  await save('  My hills ');
  assert.deepEqual(await names(), ['My hills']);
  await save('My hills');
  assert.match(await says.textContent(), /^There is a preset with this name/);
  await save(' ');
  assert.match(await says.textContent(), /^A preset needs a name/);
  await save('x'.repeat(81));
  assert.match(await says.textContent(), /at most 80 characters/);
  await name.fill('x');
  assert.equal(await says.textContent(), '');
  const hostile = ['<img src=x onerror="globalThis.hurt = 1">', '__proto__', '"><script>', '${1}',
                   'own-0', '\u202eright to left', '🏔️', 'y'.repeat(80)];
  for (const one of hostile) await save(one);
  assert.equal(await says.textContent(), '');
  assert.deepEqual(await names(), ['My hills', ...hostile]);

  await chosen(page, 'example', 'island');
  await changed(page, pixels);
  await settle(page);
  await page.reload();
  await page.addStyleTag({content: '.canvas {flex: none; width: 512px; height: 512px}'});
  await rest(page);
  const island = await shot(page);
  await page.locator('#example').click();
  const group = page.getByRole('group', {name: 'Your own'});
  assert.deepEqual(await group.getByRole('option').allTextContents(), ['My hills', ...hostile]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 1440);
  await group.getByRole('option', {name: 'My hills'}).click();
  assert.equal(await changed(page, island), pixels);
  await tab(page, 'Share');
  const first = page.getByLabel('Name of the preset My hills');
  await first.fill('__proto__');
  await first.press('Enter');
  assert.match(await says.textContent(), /^There is a preset with this name/);
  await first.fill('Hills by the sea');
  await first.press('Enter');
  assert.deepEqual(await names(), ['Hills by the sea', ...hostile]);
  for (const one of hostile) {
    await page.getByRole('button', {name: `Delete ${one}`, exact: true}).click();
  }
  assert.deepEqual(await names(), ['Hills by the sea']);
  await page.reload();
  await rest(page);
  await tab(page, 'Share');
  await page.getByRole('button', {name: 'Open Hills by the sea'}).click();
  await settle(page);
  assert.equal((await text(page)).view.sea, 0);
  assert.deepEqual(await names(), ['Hills by the sea']);
  assert.equal(await page.evaluate(() => globalThis.hurt), undefined);
});

test('presets that are spoiled or refused by the browser are a sentence', async (t) => {
  const page = await opened(t, linkOf(hills));
  const store = (value) => page.evaluate((value) =>
    localStorage.setItem('perlane.presets', value), value);
  for (const spoiled of ['{', '5', 'null', '[1, null, {"name": 1, "link": 2}, {"name": "a"}]']) {
    await store(spoiled);
    await page.reload();
    await rest(page);
    await tab(page, 'Share');
    assert.equal(await page.locator('.preset').count(), 1, spoiled);
  }
  await store(JSON.stringify([{name: 'broken', link: '{"perlane":1,"field":{"nonsense":{}}}'}]));
  await page.reload();
  await rest(page);
  await chosen(page, 'example', 'own-0');
  await page.getByText('It cannot be opened: ').waitFor();
  await tab(page, 'Share');
  await page.getByRole('button', {name: 'Open broken'}).click();
  assert.match(await page.locator('#preset-says').textContent(), /^It cannot be opened: /);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await page.getByLabel('Name of a new preset').fill('one more');
  await page.getByRole('button', {name: 'Keep it'}).click();
  assert.match(await page.locator('#preset-says').textContent(), /^The browser keeps nothing more/);
  assert.equal(await page.locator('.preset').count(), 2);
});

test('colours are painted anew without new noise, as a page that begins with them', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'relief'}));
  await tab(page, 'View');
  const before = await computed(page);
  assert.ok(before > 512 * 512);
  let now = await shot(page);
  const repainted = async (change, isCompared = false) => {
    await change();
    const next = await changed(page, now);
    assert.notEqual(next, now);
    now = next;
    await settle(page);
    assert.equal(await computed(page), before);
    if (!isCompared) return;
    const fresh = await opened(t, new URL(page.url()).hash);
    assert.equal(await shot(fresh), now);
    await fresh.close();
  };
  await repainted(() => page.selectOption('#palette', 'sand'));
  await repainted(() => page.getByLabel('Sea', {exact: true}).check());
  await repainted(() => page.locator('#sea').fill('0.2'));
  await repainted(() => page.locator('#relief').fill('8'));
  await repainted(() => page.locator('#range-high').fill('0.75'), true);
  for (const mode of ['slope', 'normals', 'grey', 'relief']) {
    await repainted(() => page.getByRole('radio', {name: mode}).click(), mode === 'grey');
  }
  // Grey has no slopes, which relief needs.
  const grey = await opened(t, linkOf(hills));
  const values = await computed(grey), pixels = await shot(grey);
  await grey.getByRole('radio', {name: 'relief'}).click();
  await changed(grey, pixels);
  assert.ok(await computed(grey) > values);
});

test('the ends of the histogram are dragged, and moved by keys', async (t) => {
  const page = await opened(t, linkOf(hills, {range: [-1, 1], mode: 'relief'}));
  await tab(page, 'View');
  const before = await computed(page);
  const low = page.getByRole('slider', {name: 'The value of black'});
  const high = page.getByRole('slider', {name: 'The value of white'});
  const {width} = await page.locator('.histogram > div').boundingBox();
  const [x, y] = await middle(low);
  await drag(page, [x, y], [x + width / 5, y]);  // the range is 4 fifths wide
  await settle(page);
  let {range} = (await text(page)).view;
  assert.ok(Math.abs(range[0] + 0.5) < 0.02 && range[1] === 1, String(range));
  assert.ok(Math.abs((await middle(low))[0] - x) < 2);  // the axis follows when it is let go
  const [a, b] = await middle(high);
  await drag(page, [a, b], [a - 2 * width, b]);
  await settle(page);
  ({range} = (await text(page)).view);
  assert.ok(range[1] > range[0] && range[1] - range[0] < 0.1, String(range));
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  await settle(page);
  ({range} = (await text(page)).view);
  assert.equal(range[1], 1);  // a drag is one step
  await high.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('PageUp');
  await settle(page);
  ({range} = (await text(page)).view);
  assert.ok(Math.abs(range[1] - 1.15) < 0.02, String(range));
  assert.equal(Number(await high.getAttribute('aria-valuenow')), range[1]);
  assert.equal(await page.locator('#range-high').inputValue(), String(range[1]));
  assert.equal(await computed(page), before);
});

test('a tile is repeated, and shows its seams', async (t) => {
  const period = {fbm: {source: {perlin: {seed: 12, frequency: 1 / 32, period: [4, 4]}},
                        octaves: 4}};
  const page = await opened(t, linkOf(period, {mode: 'relief', x: 256, y: 256}));
  const plane = await shot(page);
  await tab(page, 'View');
  await page.getByLabel('Repeat a tile').check();
  assert.equal(await page.locator('#tile-width').inputValue(), '128');
  await settle(page);
  await rest(page);
  assert.equal(await shot(page), plane);  // it has no seam

  const other = await opened(t, linkOf(hills, {mode: 'relief', x: 256, y: 256}));
  const all = await pixelsOf(other);
  await tab(other, 'View');
  await other.getByLabel('Repeat a tile').check();
  assert.equal(await other.locator('#tile-width').inputValue(), '256');
  for (const [name, value] of [['width', '100'], ['height', '60']]) {
    await other.locator(`#tile-${name}`).fill(value);
  }
  await settle(other);
  await rest(other);
  assert.deepEqual((await text(other)).view.repeat, [100, 60]);
  const tiled = await pixelsOf(other);
  const at = (pixels, x, y) => [...pixels.subarray(4 * (y * 512 + x), 4 * (y * 512 + x) + 3)];
  for (let y = 0; y < 512; y += 5) {
    for (let x = 0; x < 512; x += 3) {
      assert.deepEqual(at(tiled, x, y), at(all, x % 100, y % 60), `${x}, ${y}`);
    }
  }
  await other.mouse.move(...await other.locator('canvas.picture').boundingBox()
    .then(({x, y}) => [x + 305, y + 130]));
  const field = (await load()).fromJson({perlane: 1, field: hills});
  assert.match(await other.locator('.chip.value').textContent(),
               new RegExp(`: ${Number(field.sample(5, 10).toPrecision(6))}$`));
  await tab(other, 'Share');
  const [download] = await Promise.all([
    other.waitForEvent('download'), other.getByRole('button', {name: 'Picture, PNG'}).click(),
  ]);
  const {data, channels} = decode(await readFile(await download.path()));
  for (let i = 0; i < 512 * 512; i += 7) {
    assert.equal(data[channels * i], tiled[4 * i], `${i}`);
  }
  await tab(other, 'View');
  await other.locator('#tile-width').fill('-1');
  assert.match(await other.locator('#tile-says').textContent(), /^A tile needs a width/);
  const refused = await opened(t, linkOf(hills, {repeat: [0, 5]}));
  const alert = await refused.getByRole('alert').first().textContent();
  assert.match(alert, /view\.repeat is not a list/);
});
