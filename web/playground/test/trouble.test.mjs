// The page when something fails, and what it keeps: views, ranges, history, links.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  chosen, frames, linkOf, pages, rest, settle, shot, text, until,
} from './browser.mjs';

const {opened} = pages();

const tab = (page, name) => page.getByRole('tab', {name}).click();
const mode = (page, name) => page.getByRole('radio', {name, exact: true});

test('without a connection there is a sentence in place of 3D, and the rest works', async (t) => {
  const page = await opened(t, '', {prepared: async () => {}});
  await rest(page);
  await page.context().setOffline(true);
  await mode(page, '3D').click();
  await page.getByText('The view in 3D could not be loaded').waitFor();
  await mode(page, 'relief').click();
  await rest(page);
  await tab(page, 'Field');
  assert.ok(await page.locator('.call-name').count() > 0);
});

test('Workers that do not load are a sentence, and come with the next change', async (t) => {
  let isBlocked = true;
  const page = await opened(t, linkOf({perlin: {}}), {prepared: (page) =>
    page.route(/worker/, (route) => isBlocked ? route.abort() : route.continue())});
  await page.getByText('A Worker, which computes the picture, could not be started').waitFor();
  assert.equal(await page.locator('.status').getAttribute('data-state'), 'stopped');
  isBlocked = false;
  await mode(page, 'relief').click();
  await rest(page);
});

test('a Worker that trapped is replaced', async (t) => {
  let spoiled = 0;
  const trap = `DataView.prototype.setBigUint64 = () => {
    throw new WebAssembly.RuntimeError('unreachable');
  };`;
  let isSpoiling = true;
  const page = await opened(t, linkOf({perlin: {}}), {prepared: (page) =>
    page.route(/worker/, async (route) => {
      const response = await route.fetch();
      if (isSpoiling) ++spoiled;
      const body = await response.text() + (isSpoiling ? `\n${trap}` : '');
      await route.fulfill({response, body});
    })});
  await page.getByText('The module broke: unreachable').waitFor();
  assert.ok(spoiled > 0);
  isSpoiling = false;
  const state = () => page.locator('.status').getAttribute('data-state');
  const modes = ['slope', 'relief'];
  await until(async () => {  // those that were there already trap once more
    await mode(page, modes.reverse()[0]).click();
    await frames(page);
    await until(async () => await state() !== 'busy');
    return await state() === 'rest';
  });
  await rest(page);
  assert.equal(await page.locator('.stage .error').filter({hasText: /./}).count(), 0);
});

test('replies of a Worker are those to its tasks, whichever image is done first', async (t) => {
  const field = {perlin: {seed: 7, frequency: 0.02}};
  // Each second image is made before the one that was asked for first.
  const spoil = `const make = createImageBitmap;
    let next = null;
    self.createImageBitmap = async (...all) => {
      const image = await make(...all), resolve = next;
      next = null;
      if (resolve) setTimeout(resolve);
      else await new Promise((done) => setTimeout(next = done, 4));
      return image;
    };`;
  const page = await opened(t, linkOf(field), {prepared: (page) =>
    page.route(/worker/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({response, body: `${await response.text()}\n${spoil}`});
    })});
  await rest(page);
  await tab(page, 'Field');
  for (let seed = 8; seed < 16; ++seed) {
    await page.locator('#member-seed').fill(String(seed));
    await rest(page);
  }
  await settle(page);
  const other = await opened(t, new URL(page.url()).hash);
  assert.equal(await shot(page), await shot(other));
});

test('the view in 3D is left while a picture of it is being saved', async (t) => {
  const hold = `const channel = new BroadcastChannel('hold'), send = self.postMessage.bind(self);
    let held = [];
    channel.onmessage = () => {
      held.forEach((all) => send(...all));
      held = null;
    };
    self.postMessage = (...all) => {
      const {samples, result} = all[0];
      samples > 0 && !result.image && held ? held.push(all) : send(...all);
    };`;
  const page = await opened(t, linkOf({perlin: {}}), {prepared: async (page) => {
    await page.addInitScript(() => {
      globalThis.draws = 0;
      const {drawElements} = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.drawElements = function (...all) {
        ++globalThis.draws;
        drawElements.apply(this, all);
      };
    });
    await page.route(/worker/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({response, body: `${await response.text()}\n${hold}`});
    });
  }});
  await rest(page);
  await tab(page, 'Share');
  await mode(page, '3D').click();
  await page.locator('.landscape[data-squares]').waitFor();
  const save = page.getByRole('button', {name: 'Picture, PNG'});
  await save.click();
  assert.equal(await save.isDisabled(), true);
  await mode(page, 'relief').click();
  await page.getByText('The file could not be made: the view in 3D was closed').waitFor();
  assert.equal(await save.isDisabled(), false);
  await page.evaluate(() => new BroadcastChannel('hold').postMessage(null));
  await rest(page);
  await settle(page);
  assert.equal(await page.evaluate(() => globalThis.draws), 0);
});

test('undo takes the palette back, and leaves the place', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {mode: 'relief'}));
  await tab(page, 'View');
  await page.selectOption('#palette', 'sand');
  const {x, y} = await page.locator('canvas.picture').boundingBox();
  await page.mouse.move(x + 300, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 140, y + 200, {steps: 4});
  await page.mouse.up();
  await settle(page);
  assert.equal((await text(page)).view.x, 160);
  await page.keyboard.press('Control+z');
  await settle(page);
  let {view} = await text(page);
  assert.deepEqual([view.palette, view.x], [undefined, 160]);
  await page.keyboard.press('Control+y');
  await settle(page);
  ({view} = await text(page));
  assert.deepEqual([view.palette, view.x], ['sand', 160]);
  // An example brings a place of its own, and undo brings the old one back.
  await chosen(page, 'example', 'island');
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.equal((await text(page)).view.x, 160);
});

test('Planet keeps the place, turns by a drag, and is refused with a reason', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: {perlin: {}}}},
                                      {mode: 'relief', x: 320, y: 200, zoom: -3}));
  await mode(page, 'planet').click();
  await rest(page);
  const corner = await page.locator('canvas.picture').evaluate((canvas) => {
    const of = (x, y) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3);
    return [of(2, 2), of(256, 256)];
  });
  assert.deepEqual(corner[0], [0, 0, 0]);
  assert.notDeepEqual(corner[1], [0, 0, 0]);  // the sphere, whatever the zoom
  await page.locator('canvas.picture').focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  assert.notEqual((await text(page)).view.z, undefined);
  await mode(page, 'relief').click();
  await settle(page);
  const {view} = await text(page);
  assert.deepEqual([view.x, view.y, view.zoom, view.dimensions], [320, 200, -3, undefined]);

  const flat = await opened(t, linkOf({erode: {height: {perlin: {}}}}, {mode: 'planet'}));
  assert.equal(await mode(flat, 'planet').isDisabled(), true);
  assert.equal(await mode(flat, 'relief').getAttribute('aria-checked'), 'true');
  await flat.getByText('No planet: it needs a field in three dimensions').waitFor();
});

test('a view that is moved at the limits of the zoom can be read after a reload', async (t) => {
  const noise = {perlin: {frequency: 1e-18}}, far = 2 ** 30;
  for (const [view, key, limit] of [[{mode: 'planet', zoom: 39.5}, '-', 40],
                                    [{mode: 'planet', zoom: -13.5, x: far}, '+', -14],
                                    [{zoom: -14, x: far}, 'ArrowRight', -14]]) {
    const page = await opened(t, linkOf(noise, view));
    await page.locator('canvas.picture').focus();
    for (let press = 0; press < 4; ++press) await page.keyboard.press(key);
    await settle(page);
    const {zoom} = (await text(page)).view;
    assert.ok(Math.abs(zoom - limit) < 1e-9, `${zoom}, not ${limit}`);
    const other = await opened(t, new URL(page.url()).hash);
    assert.deepEqual(await other.getByRole('alert').filter({hasText: /./}).allTextContents(), []);
    assert.equal((await text(other)).view.zoom, zoom);
  }
});

test('the views are one stop of Tab, and arrows go through them', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}));
  await mode(page, 'grey').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await mode(page, 'relief').getAttribute('aria-checked'), 'true');
  assert.equal(await page.locator('.modes [tabindex="0"]').count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'mode-relief');
});

test('the range is typed, and "in sight" is chosen only where it is', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {range: [-1, 1]}));
  await tab(page, 'View');
  const choice = () => page.locator('.choices .chosen').first().textContent();
  assert.equal(await choice(), 'these numbers');
  await page.getByText('what is in sight').click();
  await rest(page);
  assert.equal(await choice(), 'what is in sight');
  await page.locator('#range-low').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('-0.25', {delay: 20});
  await settle(page);
  assert.equal((await text(page)).view.range[0], -0.25);
  assert.equal(await choice(), 'these numbers');
  await page.locator('#range-high').fill('-3');
  await page.getByText('the one of black below the one of white').waitFor();
  await settle(page);
  assert.ok((await text(page)).view.range[1] > 0);
});

test('a field whose range is one float is drawn', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {}}, b: 1e10}}));
  assert.equal(await page.locator('.error').filter({hasText: /./}).count(), 0);
});

test('another version of the format is refused; the example is kept in a link', async (t) => {
  const page = await opened(t, `#${encodeURIComponent('{"perlane":2,"field":{"perlin":{}}}')}`);
  assert.match(await page.getByRole('alert').first().textContent(), /perlane is 2; use 1/);
  await chosen(page, 'example', 'island');
  await settle(page);
  const other = await opened(t, new URL(page.url()).hash);
  assert.equal(await other.locator('#example').textContent(), 'An island');
  await other.getByText('What is far from the middle is lowered').waitFor();
});

test('files have the bits, the seed, the place and the zoom in their names', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 7}}, {x: 1000, zoom: 1}));
  await tab(page, 'Share');
  const names = [];
  for (const name of ['PNG, 16 bits', 'PNG, 8 bits', 'r16']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'), page.getByRole('button', {name}).click(),
    ]);
    names.push(download.suggestedFilename());
  }
  const all = 'perlane-seed7-x1000-y0-step2-512x512-';
  assert.deepEqual(names, [`${all}16bit.png`, `${all}8bit.png`, `${all}16bit.r16`]);
});

test('a place that is too far stops the picture only there, and a move goes on', async (t) => {
  const page = await opened(t, linkOf({perlin: {frequency: 1e6}}, {zoom: 20}));
  const status = page.locator('.status');
  await page.locator('canvas.picture').focus();
  for (let i = 0; i < 20; ++i) await page.keyboard.press('-');
  await page.locator('.status[data-state="stopped"]').waitFor();
  await page.getByRole('alert').filter({hasText: '2^51'}).waitFor();
  for (let i = 0; i < 20; ++i) await page.keyboard.press('+');
  await rest(page);
  assert.equal(await status.getAttribute('data-state'), 'rest');
  assert.equal(await page.getByRole('alert').filter({hasText: '2^51'}).count(), 0);
});

test('a link holds the outermost place, and chunks from farthest away', async (t) => {
  const page = await opened(t, linkOf({constant: {value: 1}}, {x: 2 ** 84, zoom: 40}));
  await page.locator('canvas.picture').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await settle(page);
  assert.equal((await text(page)).view.x, 2 ** 84);

  const world = {path: [[1, 2, 0]], worldSeed: 1, octaves: 4, gain: 0.8};
  const nested = await opened(t, linkOf({chunk_layers: {dimensions: 2, path: world.path}},
                                        {x: 0.5, y: 0.5, zoom: -8}, {nested: world}));
  await nested.locator('canvas.picture').focus();
  for (let press = 0; press < 40; ++press) await nested.keyboard.press('-');
  await rest(nested);
  await settle(nested);
  assert.equal((await text(nested)).view.zoom, -4);
});

test('3D says what is wrong, and a picture of it is refused', async (t) => {
  const page = await opened(t, linkOf({perlin: {frequency: 1e6}}, {mode: 'terrain', zoom: 33}),
                            {prepared: async () => {}});
  await page.getByRole('alert').filter({hasText: 'frequency leads beyond 2^51'}).waitFor();
  await tab(page, 'Share');
  await page.getByRole('button', {name: 'Picture, PNG'}).click();
  await page.locator('#save-says').filter({hasText: '2^51'}).waitFor();
  assert.equal(await page.getByRole('button', {name: 'Picture, PNG'}).isEnabled(), true);

  // The outermost square that can be computed is beside the first that cannot.
  const near = await opened(t, linkOf({perlin: {frequency: 1e6}},
    {mode: 'terrain', x: 2 ** 51 / 1e6 - 2200, zoom: 0}), {prepared: async () => {}});
  const landscape = near.locator('.landscape');
  const alert = near.getByRole('alert').filter({hasText: '2^51'});
  await until(async () => Number(await landscape.getAttribute('data-squares')) > 15);
  assert.equal(await alert.count(), 0);
  await landscape.focus();
  const moved = async (key, isSeen) => {
    for (let press = 0; press < 40 && await alert.isVisible() !== isSeen; ++press) {
      await near.keyboard.press(`Shift+${key}`);
      await near.waitForTimeout(200);
    }
    assert.equal(await alert.isVisible(), isSeen);
  };
  await moved('ArrowRight', true);
  await moved('ArrowLeft', false);
});

test('a member that has no text is shown as JSON', async (t) => {
  const mute = {toString: 1, valueOf: 1};
  for (const [member, says] of [
    [{frequency: mute}, /^frequency is an object/], [{frequency: [mute]}, /^frequency is a list/],
    [{fade: mute}, /^fade is an object/],
  ]) {
    const page = await opened(t, linkOf({perlin: member}), {prepared: async () => {}});
    const [name] = Object.keys(member), input = page.locator(`#member-${name}`);
    await tab(page, 'Field');
    await page.locator(`#member-${name}-says`).filter({hasText: says}).waitFor();
    if (name === 'frequency') {
      assert.equal(await input.inputValue(), JSON.stringify(member.frequency));
    }
  }
});

test('what is in sight is no range where all of it is NaN', async (t) => {
  const page = await opened(t, linkOf({perlin: {frequency: 1000}}, {
    mode: 'planet', zoom: 40, dimensions: 3}));
  await tab(page, 'View');
  assert.equal(await page.getByLabel('what is in sight').isDisabled(), true);
});

test('the address follows once the browser lets it', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 1}}));
  await tab(page, 'Field');
  await settle(page);
  await page.evaluate(() => {
    const {replaceState} = history;
    history.replaceState = () => {
      history.replaceState = replaceState;
      throw new DOMException('too many', 'SecurityError');
    };
  });
  await page.locator('#member-seed').fill('77');
  await until(async () => (await text(page)).field.perlin.seed === 77);
});

test('a member of very many numbers is one text', async (t) => {
  const distance = Array(3000).fill(1);
  const page = await opened(t, linkOf({translate: {field: {perlin: {}}, distance}}),
                            {prepared: async () => {}});
  await tab(page, 'Field');
  assert.equal(await page.locator('#member-distance').inputValue(), JSON.stringify(distance));
  assert.ok(await page.locator('.node-form input').count() < 9);
});

test('a member of any name is one of the field', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}).replace('%7B%7D%7D', encodeURIComponent(
    '{"__proto__":{"frequency":0.5}}}')), {prepared: async () => {}});
  await page.getByRole('alert').filter({hasText: '__proto__'}).first().waitFor();
  await settle(page);
  assert.deepEqual(Object.keys((await text(page)).field.perlin), ['__proto__']);
});

test('what is shared is the present view, and playing is no step back', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {dimensions: 3}));
  await tab(page, 'Share');
  await page.getByText('link', {exact: true}).click();
  await page.locator('canvas.picture').focus();
  await page.keyboard.press('ArrowRight');
  await settle(page);
  assert.equal(decodeURIComponent(await page.locator('#text').inputValue()),
               decodeURIComponent(page.url()));
  await tab(page, 'View');
  await page.selectOption('#palette', 'sand');
  await page.getByRole('button', {name: 'Play'}).click();
  await until(async () => Number(await page.locator('#z').inputValue()) > 2);
  await page.getByRole('button', {name: 'Undo'}).click();
  assert.equal(await page.locator('#palette').inputValue(), 'earth');
  await page.getByRole('button', {name: 'Redo'}).click();
  assert.equal(await page.locator('#palette').inputValue(), 'sand');
});

test('the address follows at once, while time plays, and when the page is left', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {dimensions: 3}));
  await settle(page);
  await page.locator('canvas.picture').focus();
  const xOf = () => JSON.parse(decodeURIComponent(location.hash.slice(1))).view.x ?? 0;
  const pressed = (count) => page.evaluate(async (count) => {
    for (let press = 0; press < count; ++press) {
      document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
      await new Promise((done) => setTimeout(done));
    }
  }, count);
  await pressed(1);
  assert.equal(await page.evaluate(xOf), 32);
  await settle(page);
  await pressed(3);  // the first is written at once
  await page.goto('about:blank');
  await page.goBack();
  await rest(page);
  assert.equal(await page.evaluate(xOf), 128);

  await tab(page, 'View');
  await page.getByRole('button', {name: 'Play'}).click();
  await until(async () => ((await text(page)).view.z ?? 0) > 3);
  assert.equal(await page.getByRole('button', {name: 'Pause'}).isVisible(), true);
});

test('a planet turns by degrees, and plays all around', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {mode: 'planet', z: 1190}));
  await tab(page, 'View');
  const turn = async () => Number(await page.locator('#z').inputValue());
  assert.equal(await turn(), 1190);
  await page.getByText('359°').waitFor();
  await page.getByRole('button', {name: 'Play'}).click();
  await until(async () => await turn() < 100);
  await page.locator('#z').fill('199');
  await until(async () => await turn() > 202);
});

test('complaints about typed numbers go with what was typed', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {repeat: [64, 64], range: [-1, 1]}));
  await tab(page, 'View');
  const says = (id) => page.locator(id).textContent();
  for (const [input, id, sentence] of [['#range-high', '#range-says', /below the one of white/],
                                       ['#tile-width', '#tile-says', /above 0/]]) {
    const before = await page.locator(input).inputValue();
    await page.locator(input).fill('-3');
    assert.match(await says(id), sentence);
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(input).inputValue(), before);
    assert.doesNotMatch(await says(id), sentence);
  }
  // Undo brings other numbers.
  await page.locator('#range-low').fill('-2');
  await page.locator('#range-low').fill('5');
  assert.match(await says('#range-says'), /below/);
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.equal(await page.locator('#range-low').inputValue(), '-1');
  assert.equal(await says('#range-says'), '');
});

test('squares of the picture are released when the view in 3D comes', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}), {prepared: (page) =>
    page.addInitScript(() => {
      globalThis.released = 0;
      const {close} = ImageBitmap.prototype;
      ImageBitmap.prototype.close = function () {
        ++globalThis.released;
        close.call(this);
      };
    })});
  await rest(page);
  const closed = () => page.evaluate(() => globalThis.released);
  const before = await closed();
  await mode(page, '3D').click();
  await page.locator('.landscape[data-squares]').waitFor();
  assert.ok(await closed() >= before + 16, `${await closed() - before} of 4 x 4 squares`);
  await mode(page, 'grey').click();
  await rest(page);
});
