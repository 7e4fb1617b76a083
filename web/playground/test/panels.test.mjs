// The inputs of the panels: dimensions and time, members of every type, texts, and errors.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  changed, chosen, frames, linkOf, pages, rest, settle, shot, shownIn3D, text, until,
} from './browser.mjs';
import {drag, field, node} from './graph.mjs';

const {opened} = pages();
const perlin = {perlin: {seed: 1}};
const tab = (page, name) => page.getByRole('tab', {name}).click();
const view = async (page) => {
  await settle(page);
  return (await text(page)).view;
};

test('further dimensions have coordinates, and time plays', async (t) => {
  const page = await opened(t, linkOf(perlin));
  await tab(page, 'View');
  const flat = await shot(page);
  await page.getByRole('group', {name: 'Dimensions'}).getByText('4', {exact: true}).click();
  await page.locator('#z').fill('12.5');
  await page.locator('#w').fill('3');
  const seen = await changed(page, flat), {dimensions, z, w} = await view(page);
  assert.deepEqual([dimensions, z, w], [4, 12.5, 3]);
  const other = await opened(t, new URL(page.url()).hash);
  assert.equal(await shot(other), seen);
  const time = async () => Number(await page.locator('#z').inputValue());
  await page.getByRole('button', {name: 'Play'}).click();
  await until(async () => await time() > 15);
  await page.getByRole('button', {name: 'Pause'}).click();
  const paused = await time();
  await settle(page);
  assert.equal(await time(), paused);
});

test('the range goes back to the proven one, and octaves fade', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: perlin}}, {range: [-0.25, 0.5], zoom: 4}));
  await tab(page, 'View');
  await page.getByText('the proven range').click();
  assert.equal((await view(page)).range, undefined);
  const low = Number(await page.locator('#range-low').inputValue());
  await page.getByText('these numbers').click();
  assert.equal((await view(page)).range[0], low);
  const before = await shot(page);
  await page.getByLabel('Fade octaves that are finer than the pixels').check();
  assert.notEqual(await changed(page, before), before);
  assert.equal((await view(page)).fades, true);
});

test('a tile has the size of the field that repeats', async (t) => {
  for (const [repeated, size] of [
    [{tile: {field: perlin, size: [100, 60]}}, ['100', '60']],
    [{abs: {a: {value: {frequency: 1 / 32, period: 5}}}}, ['160', '160']],
    [{scale: {field: {perlin: {period: [4, 3]}}, factor: [0.5, -2]}}, ['128', '384']],
  ]) {
    const page = await opened(t, linkOf(repeated));
    await tab(page, 'View');
    await page.getByLabel('Repeat a tile').check();
    assert.deepEqual([await page.locator('#tile-width').inputValue(),
                      await page.locator('#tile-height').inputValue()], size);
  }
});

test('a tile has a largest size', async (t) => {
  const page = await opened(t, linkOf(perlin));
  await tab(page, 'View');
  await page.getByLabel('Repeat a tile').check();
  for (const edge of ['width', 'height']) await page.locator(`#tile-${edge}`).fill('1e20');
  assert.deepEqual((await view(page)).repeat, [1e20, 1e20]);
  await rest(page);
  await page.locator('#tile-width').fill('1e26');
  await page.getByText('A tile needs a width and a height above 0, up to 2^84.').waitFor();
  assert.deepEqual((await view(page)).repeat, [1e20, 1e20]);
});

test('a field that is shared keeps the sign of -0', async (t) => {
  const page = await opened(t, linkOf(perlin));
  await tab(page, 'Share');
  await page.locator('#paste')
    .fill('{"perlane": 1, "field": {"add": {"a": {"perlin": {}}, "b": -0.0}}}');
  for (const kind of ['JSON', 'C++', 'command line', 'link']) {
    await page.getByText(kind, {exact: true}).click();
    assert.match(await page.locator('#text').inputValue(), /-0\.0/);
  }
});

test('members are checked, chosen from lists, and typed as JSON', async (t) => {
  const page = await opened(t, linkOf({curve: {a: {fbm: {source: {perlin: {period: [4, 8]}}}},
                                               points: [[-1, 0], [1, 1]]}}));
  await field(page);
  const points = page.locator('#member-points');
  const curve = async () => {
    await settle(page);
    return (await text(page)).field.curve;
  };
  await points.fill('[[-1, 0]');
  await page.getByText('This is not JSON yet.').waitFor();
  await points.fill('[[-1, 0], [1, 0.5]]');
  assert.deepEqual((await curve()).points, [[-1, 0], [1, 0.5]]);
  await node(page, 'fbm').locator('.call-name').click();
  await page.locator('#member-aligned').check();
  assert.equal((await curve()).a.fbm.aligned, true);
  await node(page, 'perlin').locator('.call-name').click();
  const fade = page.locator('#member-fade');
  await fade.press('ArrowDown');  // opens the list, and chooses nothing
  await page.keyboard.press('Escape');
  assert.equal((await curve()).a.fbm.source.perlin.fade, undefined);
  await fade.selectOption('cubic');
  await page.getByRole('button', {name: 'period: one axis less'}).click();
  const {fade: chosen, period} = (await curve()).a.fbm.source.perlin;
  assert.deepEqual([chosen, period], ['cubic', [4]]);
});

test('an error of another node leads to it', async (t) => {
  const page = await opened(t, linkOf({abs: {a: perlin}}));
  await field(page);
  await node(page, 'perlin').locator('.call-name').click();
  await page.locator('#member-frequency').fill('-1');
  await node(page, 'abs').locator('.call-name').click();
  await page.getByText('frequency is -1; use a finite number above 0').waitFor();
  await page.getByRole('button', {name: 'Show it'}).click();
  assert.equal(await page.locator('#member-frequency').inputValue(), '-1');
  await tab(page, 'View');
  await page.getByRole('alert').filter({hasText: 'frequency is -1'}).waitFor();
});

test('a field of one dimension is refused with a reason', async (t) => {
  const page = await opened(t, linkOf(perlin));
  const before = await shot(page), line = {scale: {field: perlin, factor: [2]}};
  await tab(page, 'Share');
  await page.locator('#paste').fill(JSON.stringify({perlane: 1, field: line}));
  await page.getByText('the field has 1 dimension; use one that has 2 or more').waitFor();
  assert.equal(await shot(page), before);  // the last that was right
});

test('the simulator shows the sum again when its octave is gone', async (t) => {
  const page = await opened(t);
  await page.locator('#octaves').fill('4');
  await page.locator('.choices label', {hasText: '4'}).click();
  await settle(page);
  assert.equal((await text(page)).simulator.only, 3);
  await page.locator('#octaves').fill('3');
  await page.getByRole('form', {name: 'Simulator'}).getByLabel('seed', {exact: true}).fill('77');
  await page.keyboard.press('Enter');
  await settle(page);
  const {only, seed} = (await text(page)).simulator;
  assert.deepEqual([only, seed], [null, 77]);
  await rest(page);
  const now = await shot(page), other = await opened(t, new URL(page.url()).hash);
  assert.equal(await shot(other), now);
  assert.equal(await other.getByRole('tab', {name: 'Simulator'}).count(), 1);
});

test('a link to chunks within chunks has their path', async (t) => {
  const page = await opened(t);
  await chosen(page, 'example', 'nested');
  await settle(page);
  await rest(page);
  const other = await opened(t, new URL(page.url()).hash);
  assert.deepEqual((await text(other)).nested, (await text(page)).nested);
  assert.equal(await shot(other), await shot(page));
});

test('texts are copied, or the browser refuses', async (t) => {
  const page = await opened(t, linkOf(perlin));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await tab(page, 'Share');
  await page.getByText('link', {exact: true}).click();
  await page.getByRole('button', {name: 'Copy'}).click();
  await page.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.locator('canvas.picture').press('ArrowRight');
  assert.equal(await page.getByText('Copied.').count(), 0);  // it is another link
  await page.evaluate(() => {
    navigator.clipboard.writeText = async () => { throw new Error('not allowed'); };
  });
  await page.getByRole('button', {name: 'Copy'}).click();
  await page.getByText('The browser refused').waitFor();
  await page.getByText('JSON', {exact: true}).click();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: undefined}));
  await page.getByRole('button', {name: 'Copy'}).click();
  await page.getByText('The browser refused').waitFor();
  assert.equal(await page.evaluate(() => getSelection().toString()),
               await page.locator('#text').inputValue());
  await page.locator('#save-width').fill('100000');
  await page.locator('#save-says').filter({hasText: /./}).waitFor();
});

test('hashes that are not loaded are a sentence', async (t) => {
  const page = await opened(t, '', {prepared: (page) =>
    page.route(/\/(fields|hashes)-/, (route) => route.abort())});
  await rest(page);
  await tab(page, 'Same bits');
  await page.getByRole('button', {name: 'Compute the hashes here'}).click();
  await page.getByRole('tabpanel').getByRole('alert').waitFor();
  assert.equal(await page.getByRole('button', {name: 'Compute the hashes here'}).isEnabled(), true);
});

test('a module that is not loaded, and a browser without modules, are sentences', async (t) => {
  const lost = await opened(t, '', {prepared: (page) =>
    page.route(/\.wasm$/, (route) => route.fulfill({status: 404}))});
  await lost.getByText(/^The page could not be started: .* was not loaded: 404$/).waitFor();
  const old = await opened(t, '', {prepared: (page) =>
    page.addInitScript(() => { delete globalThis.WebAssembly; })});
  await old.getByText(/^This browser has no WebAssembly/).waitFor();
});

test('lists are searched in their words, by keys, and closed', async (t) => {
  const page = await opened(t, linkOf(perlin));
  await field(page);
  await page.locator('#add').press('ArrowUp');
  const active = page.locator('[role="option"][aria-selected="true"]');
  const first = await active.getAttribute('data-value');
  await page.keyboard.press('PageDown');
  assert.notEqual(await active.getAttribute('data-value'), first);
  await page.keyboard.press('PageUp');
  assert.equal(await active.getAttribute('data-value'), first);
  await page.keyboard.type('smaller of');  // by what it does, not by its name
  assert.equal(await active.getAttribute('data-value'), 'min');
  await page.keyboard.type(' nonsense');
  await page.getByText('Nothing is called that.').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('listbox').count(), 0);
  await page.locator('#add').click();
  await page.locator('#add').click();
  assert.equal(await page.getByRole('listbox').count(), 0);
  assert.deepEqual(await page.locator('.call-name').allTextContents(), ['perlin']);
});

test('ports of a form are nothing, numbers or nodes, and nodes are tidied', async (t) => {
  const page = await opened(t, linkOf({add: {a: perlin, b: 0.25}}, {}, {
    places: [[0, 0], [30, 400]]}));
  await field(page);
  const add = async () => {
    await settle(page);
    return (await text(page)).field.add;
  };
  await page.locator('#port-b-number').fill('0.75');
  assert.equal((await add()).b, 0.75);
  await page.locator('#port-b').selectOption({label: 'perlin (n1)'});
  await settle(page);
  await page.locator('#port-a').selectOption('number');
  assert.deepEqual(await add(), {a: 0.5, b: perlin});
  await page.locator('#port-b').selectOption('');
  assert.deepEqual(await add(), {a: 0.5});
  assert.equal(await page.locator('#port-b').inputValue(), '');
  await page.getByRole('button', {name: 'Tidy'}).click();
  await settle(page);
  assert.equal((await text(page)).places, undefined);
});

test('the landscape follows drags and the wheel, and ends with its view', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: perlin}}));
  await shownIn3D(page);
  const landscape = page.locator('.landscape'), {x, y} = await landscape.boundingBox();
  let before = await landscape.screenshot();
  const moved = async () => {
    await until(async () => !before.equals(await landscape.screenshot()));
    before = await landscape.screenshot();
  };
  await drag(page, [x + 200, y + 200], [x + 260, y + 230]);
  await moved();
  await page.mouse.wheel(0, -400);
  await moved();
  await landscape.press('a');
  await landscape.press('Control+ArrowLeft');
  await frames(page);
  await page.getByRole('radio', {name: 'relief'}).click();
  await rest(page);
  assert.equal(await landscape.count(), 0);
});

test('a number that stands for every axis is cleared, typed and dragged', async (t) => {
  const page = await opened(t, linkOf({perlin: {period: 4}}));
  await field(page);
  const input = page.locator('#member-period');
  const period = async () => {
    await settle(page);
    return (await text(page)).field.perlin.period;
  };
  await input.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  assert.equal(await period(), 4);
  await page.keyboard.type('12');
  assert.equal(await input.inputValue(), '12');
  assert.equal(await period(), 12);
  await page.keyboard.press('ArrowUp');
  assert.equal(await period(), 13);  // a whole number
});

test('the seeds of a node have names of their own', async (t) => {
  const page = await opened(t, linkOf({chunk_noise: {dimensions: 2, path: [[1, 2, 0]]}}));
  await field(page);
  for (const name of ['world seed', 'salt']) {
    assert.equal(await page.getByRole('slider', {name: `${name}, wheel`}).count(), 1);
    assert.equal(await page.getByRole('button', {name: `Another ${name} by chance`}).count(), 1);
    await page.getByRole('textbox', {name, exact: true}).fill('9');
  }
  await settle(page);
  const {world_seed: seed, salt} = (await text(page)).field.chunk_noise;
  assert.deepEqual([seed, salt], [9, 9]);
});

test('hashes are computed only while their panel is open', async (t) => {
  // In a block, since names may be those of the worker, which coverage does not minify.
  const count = `{
    const answer = self.onmessage, channel = new BroadcastChannel('golden');
    self.onmessage = (event) => {
      if (event.data.work?.kind === 'golden') channel.postMessage(null);
      answer(event);
    };
  }`;
  const page = await opened(t, linkOf(perlin), {prepared: (page) =>
    page.route(/worker/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({response, body: `${await response.text()}\n${count}`});
    })});
  await rest(page);
  await tab(page, 'Same bits');
  await page.evaluate(() => {
    globalThis.begun = 0;
    new BroadcastChannel('golden').onmessage = () => ++globalThis.begun;
  });
  const begun = () => page.evaluate(() => globalThis.begun);
  await page.getByRole('button', {name: 'Compute the hashes here'}).click();
  await until(async () => await begun() > 0);
  await tab(page, 'Field');
  await settle(page);
  const before = await begun();
  await settle(page);
  assert.equal(await begun(), before);
});
