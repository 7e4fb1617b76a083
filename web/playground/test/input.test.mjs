// Wheels, fingers and keys, on the picture, the seed, numbers, tabs and the address.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {linkOf, pages, settle, text} from './browser.mjs';
import {drag, middle} from './graph.mjs';

const {opened} = pages();
const perlin = {perlin: {seed: 1}};

test('the wheel zooms about the pointer, and keys move and zoom', async (t) => {
  const page = await opened(t, linkOf(perlin, {x: 1000, y: -500}));
  const picture = page.locator('canvas.picture');
  const place = async () => (await page.locator('.chip.value').textContent()).split(': ')[0];
  const view = async () => {
    await settle(page);
    const {x, y, zoom = 0} = (await text(page)).view;
    return [x, y, zoom];
  };
  const {x, y} = await picture.boundingBox();
  await page.mouse.move(x + 356, y + 206);
  assert.equal(await place(), '1100, -550');
  await page.mouse.wheel(0, -250);
  assert.deepEqual(await view(), [1000 + 100 * (1 - 2 ** -0.75), -500 - 50 * (1 - 2 ** -0.75),
                                  -0.75]);
  await page.mouse.move(x + 357, y + 206);
  await page.mouse.move(x + 356, y + 206);
  assert.match(await place(), /^1100\.0\d*, -550\.0\d*$/);
  await page.mouse.wheel(0, 1e4);  // one notch at most
  assert.equal((await view())[2], 0.25);

  const other = await opened(t, linkOf(perlin, {x: 0, y: 0}));
  await other.locator('canvas.picture').focus();
  for (const key of ['ArrowRight', 'Shift+ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowDown',
                     'ArrowUp', '=', '+', '-', 'a']) {
    await other.keyboard.press(key);
  }
  await settle(other);
  assert.deepEqual((await text(other)).view, {...(await text(other)).view, x: 256, y: 32,
                                              zoom: -0.5});
});

test('two fingers zoom, and move', async (t) => {
  const page = await opened(t, linkOf(perlin, {x: 0, y: 0}), {hasTouch: true});
  const {x, y} = await page.locator('canvas.picture').boundingBox();
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.map(([dx, dy], id) => ({x: x + 256 + dx, y: y + 256 + dy, id})),
  });
  await touch('touchStart', [-50, 0], [50, 0]);
  await touch('touchMove', [-100, 0], [100, 0]);
  await touch('touchEnd');
  await settle(page);
  const {x: left = 0, y: top = 0, zoom} = (await text(page)).view;
  assert.ok(Math.abs(zoom + 1) < 1e-6, `${zoom}`);
  assert.ok(Math.hypot(left, top) < 1e-6, `${left}, ${top}`);
});

test('the wheel of a seed turns by keys and drags, and a seed is typed', async (t) => {
  const page = await opened(t, linkOf(perlin));
  const wheel = page.getByRole('slider', {name: 'seed, wheel'});
  const input = page.locator('#member-seed');
  const seed = async () => {
    await settle(page);
    return (await text(page)).field.perlin.seed;
  };
  await wheel.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('PageUp');
  assert.equal(await seed(), 102);
  assert.equal(await wheel.getAttribute('aria-valuetext'), '102');
  for (const key of ['PageDown', 'PageDown', 'a']) await page.keyboard.press(key);
  assert.equal(await seed(), 0);
  const [x, y] = await middle(wheel);
  await drag(page, [x, y], [x - 40, y]);  // 8 pixels for each seed
  assert.equal(await seed(), 5);
  await input.fill('18446744073709551616');
  await page.getByText('Use a whole number from 0 to 18446744073709551615.').waitFor();
  assert.equal(await seed(), 5);
  await input.fill('18446744073709551615');
  assert.equal(await seed(), '18446744073709551615');
  await wheel.press('ArrowUp');  // there is no larger one
  assert.equal(await seed(), '18446744073709551615');
  await page.getByRole('button', {name: 'Another seed by chance'}).first().click();
  assert.ok(await seed() < 10000);
});

test('numbers turn by keys', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: perlin, octaves: 4}}));
  const octaves = page.locator('#member-octaves');
  const value = async () => {
    await settle(page);
    return (await text(page)).field.fbm.octaves;
  };
  await octaves.focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await value(), 5);
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await value(), 1);  // the least
  await page.keyboard.press('Escape');
  assert.equal(await octaves.evaluate((input) => input === document.activeElement), false);
});

test('undo is the text\'s in JSON and names, and the recipe\'s in numbers', async (t) => {
  const points = [[-1, 0], [1, 1]];
  const page = await opened(t, linkOf({curve: {a: perlin, points}}));
  const pointsOf = async () => {
    await settle(page);
    return (await text(page)).field.curve.points;
  };
  await page.selectOption('#port-a', '');
  await page.selectOption('#port-a', 'number');
  await page.locator('#port-a-number').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('#port-a-number').inputValue(), '0.5');
  const json = page.locator('#member-points');
  await json.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', [2, 0.5]');
  assert.deepEqual(await pointsOf(), [...points, [2, 0.5]]);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await pointsOf(), points);
  assert.equal(await json.inputValue(), JSON.stringify(points));
  await page.keyboard.press('Control+y');
  assert.deepEqual(await pointsOf(), [...points, [2, 0.5]]);

  await page.getByRole('tab', {name: 'Share'}).click();
  for (const input of [page.getByLabel('Name of a new preset'), page.locator('#save-width')]) {
    const before = await input.inputValue();
    await input.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('7');
    await page.keyboard.press('Control+z');
    assert.equal(await input.inputValue(), before);
    assert.deepEqual(await pointsOf(), [...points, [2, 0.5]]);
  }
  await page.getByRole('tab', {name: 'View'}).click();
  await page.locator('#relief').fill('8');
  await page.locator('#relief').focus();
  await page.keyboard.press('Control+z');  // a slider has no text
  await settle(page);
  assert.equal((await text(page)).view.relief, undefined);
});

test('arrow keys go through the tabs and around', async (t) => {
  const page = await opened(t, linkOf(perlin));
  const chosen = () => page.locator('[role="tab"][aria-selected="true"]').textContent();
  await page.getByRole('tab', {name: 'Field'}).focus();
  const seen = [];
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Home']) {
    await page.keyboard.press(key);
    seen.push(await chosen());
    assert.equal(await page.evaluate(() => document.activeElement.textContent), seen.at(-1));
  }
  assert.deepEqual(seen, ['View', 'Field', 'Same bits', 'Field', 'Field']);
});

test('the page follows its address', async (t) => {
  const page = await opened(t, linkOf(perlin));
  const go = (link) => page.evaluate((link) => { location.hash = link; }, link);
  await go(linkOf({value: {seed: 9}}));
  await settle(page);
  assert.deepEqual((await text(page)).field, {value: {seed: 9}});
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.deepEqual((await text(page)).field, perlin);
  await go('#5');
  const sentence = page.getByText(/^This link cannot be read: .* Here is the first example/);
  await sentence.waitFor();
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.deepEqual((await text(page)).field, perlin);
  assert.equal(await sentence.count(), 0);
});

test('other buttons than the first drag nothing', async (t) => {
  const page = await opened(t, linkOf(perlin, {x: 5}));
  const dragged = async (locator) => {
    const [x, y] = await middle(locator);
    await page.mouse.move(x, y);
    await page.mouse.down({button: 'right'});
    await page.mouse.move(x - 40, y, {steps: 4});
    await page.mouse.up({button: 'right'});
    await settle(page);
  };
  await dragged(page.locator('canvas.picture'));
  await dragged(page.getByRole('slider', {name: 'seed, wheel'}));
  const {view, field} = await text(page);
  assert.deepEqual([view.x, field.perlin.seed], [5, 1]);
  const bar = page.getByRole('separator', {name: 'Width of the panels'});
  const before = await bar.getAttribute('aria-valuenow');
  await dragged(bar);
  assert.equal(await bar.getAttribute('aria-valuenow'), before);
});
