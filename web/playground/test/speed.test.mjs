// What the page computes, counted: the first picture is coarse, and later ones add what is missing.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {changed, linkOf, pages, shot} from './browser.mjs';
import {drag} from './graph.mjs';

const {opened} = pages();
const land = {erode: {height: {fbm: {source: {perlin: {seed: 4, frequency: 1 / 400}}, octaves: 3}},
                      scale: 110}};
const computed = async (page) =>
  Number(await page.locator('.status').getAttribute('data-computed'));

/** The samples of the squares that a picture of 512 x 512 pixels touches. */
const fine = 128, coarse = 32;
function squares([x, y], size, step) {
  const edge = size * step, all = new Set();
  for (let j = Math.floor((y - 256) / edge); j <= Math.floor((y + 256) / edge); ++j) {
    for (let i = Math.floor((x - 256) / edge); i <= Math.floor((x + 256) / edge); ++i) {
      all.add(`${i},${j}`);
    }
  }
  return all;
}
const samples = (places, size, step) =>
  size ** 2 * new Set(places.flatMap((place) => [...squares(place, size, step)])).size;
const both = (...places) => samples(places, fine, 1) + samples(places, coarse, 8);

test('a change shows first as a 25th of the samples', async (t) => {
  const page = await opened(t, linkOf(land, {mode: 'relief', x: 320, y: 200}));
  assert.equal(await computed(page), both([320, 200]));
  assert.ok(samples([[320, 200]], coarse, 8) <= samples([[320, 200]], fine, 1) / 25);
  await page.getByRole('tab', {name: 'Field'}).click();
  const times = [];
  for (const scale of ['100', '90', '120', '80', '130', '70', '140', '105', '95']) {
    const before = await shot(page), count = await computed(page);
    await page.locator('#member-scale').fill(scale);
    await changed(page, before);
    assert.equal(await computed(page) - count, both([320, 200]), scale);
    times.push(Number(await page.locator('.status').getAttribute('data-coarse')));
  }
  times.sort((a, b) => a - b);
  t.diagnostic(`a change of eroded terrain shows after ${times[4].toFixed(0)} ms at 512 x 512, ` +
               `${times[0].toFixed(0)} to ${times[8].toFixed(0)}`);
});

test('panning computes only what is new', async (t) => {
  const page = await opened(t, linkOf(land, {mode: 'relief', x: 0, y: 0}));
  assert.equal(await computed(page), both([0, 0]));
  const {x, y} = await page.locator('canvas.picture').boundingBox();
  const pan = async (dx, dy) => {
    const before = await shot(page);
    await drag(page, [x + 256, y + 256], [x + 256 - dx, y + 256 - dy]);
    await changed(page, before);
  };
  await pan(100, 0);
  await pan(0, 60);
  // On its way, a drag may see squares that both ends do not.
  const now = await computed(page);
  assert.ok(now >= both([0, 0], [100, 60]) && now <= both([0, 0], [100, 0], [100, 60]), `${now}`);
  await pan(-60, -30);
  await pan(60, 30);
  assert.equal(await computed(page), now);
});

test('zooming back shows the same picture', async (t) => {
  const page = await opened(t, linkOf(land, {mode: 'relief'}));
  const first = await shot(page);
  const canvas = page.locator('canvas.picture');
  await canvas.press('+');
  await canvas.press('+');
  await changed(page, first);
  const near = await shot(page);
  await canvas.press('-');
  await canvas.press('-');
  assert.equal(await changed(page, near), first);
});
