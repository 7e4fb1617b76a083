// The canvas of nodes, and what measures the picture, with pointer and keys as people use them.

import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {test} from 'node:test';

import {load} from 'perlane';

import {
  changed, chosen, linkOf, pages, rest, settle, shot, shownIn3D, text, until,
} from './browser.mjs';
import {drag, edgePoint, edges, field, middle, node, output, port} from './graph.mjs';

const {opened} = pages();

const sum = {add: {a: {perlin: {seed: 1}}, b: 0.25}};
const names = (page) => page.locator('.call-name').allTextContents();
const number = (page, name, row) => node(page, name).getByLabel(new RegExp(`^${row} of`));
// A place of the ground without nodes.
const ground = async (page) => {
  const {x, y, width} = await page.locator('.flow').boundingBox();
  return [x + width - 40, y + 24];
};

async function thumbnail(page, name) {
  const canvas = node(page, name).locator('.call-picture canvas');
  await node(page, name).locator('.call-range').waitFor();
  return canvas.evaluate((canvas) => canvas.toDataURL());
}

test('a number stands in its port, is dragged and typed, and makes way for a wire', async (t) => {
  const page = await opened(t, linkOf(sum, {}, {loose: [{value: {seed: 2}}]}));
  await field(page);
  assert.deepEqual(await names(page), ['perlin', 'add', 'value']);
  const input = number(page, 'add', 'b');
  const [x, y] = await middle(input);
  await drag(page, [x, y], [x + 60, y]);
  await settle(page);
  const {b} = (await text(page)).field.add;
  assert.ok(b > 0.3, `${b}`);
  await page.keyboard.press('Control+z');  // all of the drag is one step
  await settle(page);
  assert.equal((await text(page)).field.add.b, 0.25);
  await input.click();
  await page.keyboard.type('-1.5', {delay: 20});
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal((await text(page)).field.add.b, -1.5);
  await drag(page, await output(page, 'value'), await port(page, 'add', 'b'));
  await settle(page);
  assert.deepEqual((await text(page)).field.add.b, {value: {seed: 2}});
  assert.equal(await input.count(), 0);
  await page.mouse.click(...await edgePoint(page, 'n2.b'));
  await page.keyboard.press('Delete');
  await settle(page);
  assert.equal((await text(page)).field.add.b, -1.5);
});

test('members in nodes are dragged within their limits, and the form follows', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: {perlin: {}}, octaves: 6}}));
  await field(page);
  const [x, y] = await middle(number(page, 'fbm', 'octaves'));
  await drag(page, [x, y], [x - 400, y]);
  await settle(page);
  assert.equal((await text(page)).field.fbm.octaves, 1);
  await node(page, 'fbm').locator('.call-name').click();
  assert.equal(await page.locator('#member-octaves').inputValue(), '1');
});

test('numbers by axis are fields; gradients are a list, with JSON for the rest', async (t) => {
  const page = await opened(t, linkOf({scale: {field: {perlin: {}}, factor: [2, 2]}}));
  await field(page);
  await page.getByLabel('factor, y').click();
  await page.keyboard.type('0.5', {delay: 20});
  await page.getByRole('button', {name: 'factor: one axis more'}).click();
  await settle(page);
  assert.deepEqual((await text(page)).field.scale.factor, [2, 0.5, 0.5]);
  await node(page, 'perlin').locator('.call-name').click();
  await page.getByRole('button', {name: 'period: one axis more'}).click();
  await page.locator('#member-gradients').selectOption('random');
  await page.locator('#member-gradients-json').fill('{"random": {"seed": 9}}');
  await page.locator('#member-lattice').selectOption('permutation');
  await settle(page);
  assert.deepEqual((await text(page)).field.scale.field.perlin, {
    period: [4], gradients: {random: {seed: 9}}, lattice: {permutation: {size: 256}},
  });
  assert.deepEqual(await page.getByRole('alert').filter({hasText: /./}).allTextContents(), []);
  await page.locator('#member-gradients').selectOption('edges');
  await settle(page);
  assert.equal((await text(page)).field.scale.field.perlin.gradients, 'edges');
});

test('JSON is typed key by key', async (t) => {
  const points = [[-1, 0], [1, 1]];
  const page = await opened(t, linkOf({curve: {a: {perlin: {}}, points}}));
  await field(page);
  await settle(page);
  const input = page.locator('#member-points');
  assert.equal(await input.inputValue(), '[[-1,0],[1,1]]');
  await input.evaluate((one) => {
    one.focus();
    one.setSelectionRange('[[-1,0'.length, '[[-1,0'.length);
  });
  for (const [typed, value] of [['.', 0], ['0', 0], ['5', 0.05], ['0', 0.05]]) {
    await page.keyboard.type(typed);
    await settle(page);
    assert.equal((await text(page)).field.curve.points[0][1], value);
    assert.equal(await input.getAttribute('aria-invalid'), String(typed === '.'));
  }
  assert.equal(await input.inputValue(), '[[-1,0.050],[1,1]]');
  await page.keyboard.type(' ,');
  await page.getByText('This is not JSON yet.').waitFor();
  await page.locator('h1').click();
  await page.keyboard.press('Control+z');
  assert.equal(await input.inputValue(), JSON.stringify(points));
  assert.equal(await input.getAttribute('aria-invalid'), 'false');

  await input.fill('');
  await input.pressSequentially('[[0.05, 1e-1], [1.0, 2.50]]');
  await settle(page);
  assert.equal(await input.inputValue(), '[[0.05, 1e-1], [1.0, 2.50]]');
  assert.deepEqual((await text(page)).field.curve.points, [[0.05, 0.1], [1, 2.5]]);
});

test('each node has a picture of its field and its proven range', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  assert.equal(await node(page, 'add').locator('.call-range').textContent(), '-0.75 … 1.25');
  const before = [await thumbnail(page, 'perlin'), await thumbnail(page, 'add')];
  const colours = await node(page, 'perlin').locator('.call-picture canvas').evaluate((canvas) =>
    new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size);
  assert.ok(colours > 64, `${colours} colours`);
  await number(page, 'perlin', 'seed').fill('5');
  await until(async () => await thumbnail(page, 'perlin') !== before[0]);
  await until(async () => await thumbnail(page, 'add') !== before[1]);
});

test('a click on a node\'s picture previews it, and the output stays', async (t) => {
  const page = await opened(t, linkOf({multiply: {a: {perlin: {seed: 1}}, b: {value: {}}}}));
  await field(page);
  await settle(page);
  const before = await shot(page), link = page.url();
  await node(page, 'perlin').locator('.call-picture').click();
  await page.getByText('A preview of perlin').waitFor();
  const preview = await changed(page, before);
  assert.notEqual(preview, before);
  await settle(page);
  assert.equal(page.url(), link);
  const alone = await opened(t, linkOf({perlin: {seed: 1}}));
  assert.equal(preview, await shot(alone));
  await page.keyboard.press('Escape');
  assert.equal(await changed(page, preview), before);
});

test('nodes are added by a search: Tab, double click, and in a connection', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  const at = await ground(page);
  await page.mouse.click(...at);
  await page.keyboard.press('Tab');
  await page.keyboard.type('simplex');
  await page.keyboard.press('Enter');
  assert.equal((await names(page)).includes('simplex'), true);
  const [x, y] = await middle(node(page, 'simplex').locator('.call-name'));
  assert.ok(Math.hypot(x - at[0], y - at[1]) < 60, `${x - at[0]}, ${y - at[1]}`);
  await page.keyboard.press('Control+z');
  await page.mouse.dblclick(...at);
  await page.keyboard.type('white');
  await page.keyboard.press('Escape');
  assert.deepEqual(await names(page), ['perlin', 'add']);
  await page.mouse.dblclick(...await edgePoint(page, 'n2.a'));
  await page.keyboard.type('abs');
  await page.keyboard.press('Enter');
  await settle(page);
  assert.deepEqual((await text(page)).field, {add: {a: {abs: {a: {perlin: {seed: 1}}}}, b: 0.25}});
});

test('a node that is added at the edge of the view is seen whole', async (t) => {
  const page = await opened(t, linkOf(sum, {}, {places: [[0, 0], [300, 0]]}));
  await field(page);
  const view = await page.locator('.flow').boundingBox();
  await page.mouse.dblclick(view.x + view.width - 8, view.y + 60);
  await page.keyboard.type('simplex');
  await page.keyboard.press('Enter');
  await settle(page);
  const box = await node(page, 'simplex').boundingBox();
  assert.ok(box.x >= view.x && box.x + box.width <= view.x + view.width, `${box.x}`);
  assert.ok(box.y >= view.y && box.y + box.height <= view.y + view.height, `${box.y}`);
});

test('a node that is dropped on a wire goes into it', async (t) => {
  const page = await opened(t, linkOf(sum, {}, {
    loose: [{abs: {a: 0.5}}], places: [[0, 0], [420, 0], [200, 260]],
  }));
  await field(page);
  const from = await middle(node(page, 'abs').locator('.call-name'));
  const [x, y] = await edgePoint(page, 'n2.a');
  await drag(page, from, [x, y - 10], async () => {
    assert.equal(await page.locator('.react-flow__edge.aimed').count(), 1);
  });
  await settle(page);
  assert.deepEqual((await text(page)).field, {add: {a: {abs: {a: {perlin: {seed: 1}}}}, b: 0.25}});
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.deepEqual((await text(page)).field, sum);
});

test('nodes are chosen by a box, copied, pasted, duplicated, cut and removed', async (t) => {
  const page = await opened(t, linkOf(sum, {}, {places: [[0, 0], [300, 0]]}));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await field(page);
  const all = await page.locator('.flow').boundingBox();
  await page.keyboard.down('Shift');
  await drag(page, [all.x + 4, all.y + 4], [all.x + all.width - 4, all.y + all.height - 60]);
  await page.keyboard.up('Shift');
  assert.equal(await page.locator('.react-flow__node.selected').count(), 2);
  await page.keyboard.press('Control+d');
  assert.deepEqual(await names(page), ['perlin', 'add', 'perlin', 'add']);
  assert.equal(await edges(page), 2);
  await settle(page);
  assert.deepEqual((await text(page)).loose, [sum]);
  assert.equal(await page.locator('.react-flow__node.selected').count(), 2);  // the copies
  await page.keyboard.press('Delete');
  await settle(page);
  assert.deepEqual((await text(page)).loose, undefined);

  await page.mouse.click(...await ground(page));
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await settle(page);
  assert.deepEqual((await text(page)).loose, [sum]);
  await page.keyboard.press('Control+x');
  await settle(page);
  assert.deepEqual((await text(page)).loose, undefined);
  // The clipboard holds JSON, which another page takes; other text does nothing.
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.deepEqual(JSON.parse(copied).field, sum);
  await page.evaluate(() => navigator.clipboard.writeText('no JSON'));
  await page.keyboard.press('Control+v');
  await page.evaluate(() => navigator.clipboard.writeText('{"perlane":1,"field":{"white":{}}}'));
  await page.keyboard.press('Control+v');
  assert.deepEqual(await names(page), ['perlin', 'add', 'white']);
  await page.evaluate(() => navigator.clipboard.writeText(
    `{"perlane":1,"field":{"perlin":{"seed":${'['.repeat(9999) + ']'.repeat(9999)}}}}`));
  await page.keyboard.press('Control+v');
  assert.deepEqual(await names(page), ['perlin', 'add', 'white']);
});

test('a muted node is left out, in links too', async (t) => {
  const page = await opened(t, linkOf({abs: {a: {perlin: {seed: 1}}}}));
  await field(page);
  const before = await shot(page);
  await node(page, 'abs').locator('.call-name').click();
  await page.keyboard.press('m');
  const muted = await changed(page, before);
  assert.notEqual(muted, before);
  await settle(page);
  assert.deepEqual((await text(page)).field, {abs: {a: {perlin: {seed: 1}}}});
  const other = await opened(t, new URL(page.url()).hash);
  assert.equal(await shot(other), muted);
  await page.getByRole('tab', {name: 'Share'}).click();
  assert.deepEqual(JSON.parse(await page.locator('#text').inputValue()).field, {perlin: {seed: 1}});
  await field(page);
  await page.getByRole('button', {name: 'Mute'}).click();
  assert.equal(await changed(page, muted), before);
});

test('the graph resizes, fills the page, and has a map', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  const width = () => page.locator('.flow').evaluate((flow) => flow.clientWidth);
  const height = () => page.locator('.flow').evaluate((flow) => flow.clientHeight);
  const before = [await width(), await height()];
  assert.equal(await page.locator('.react-flow__minimap').isVisible(), false);
  const bar = page.getByRole('separator', {name: 'Width of the panels'});
  const [x, y] = await middle(bar);
  await drag(page, [x, y], [x - 200, y]);
  assert.ok(Math.abs(await width() - before[0] - 200) < 8);
  assert.equal(await page.locator('.react-flow__minimap').isVisible(), true);
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs(await width() - before[0] - 168) < 8);
  await page.getByRole('separator', {name: 'Height of the form'}).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await height(), before[1] + 32);
  await page.reload();
  await field(page);
  assert.ok(Math.abs(await width() - before[0] - 168) < 8);
  await page.getByRole('button', {name: 'Wide'}).click();
  assert.ok(await width() > 900);
  assert.equal(await page.locator('canvas.picture').isVisible(), true);
  await page.getByRole('button', {name: 'Wide'}).click();
  assert.ok(await width() < 900);
});

test('Tab by keys goes on through the nodes and out of the graph', async (t) => {
  const page = await opened(t, linkOf(sum));
  await page.getByRole('tab', {name: 'Field'}).focus();
  const seen = [];
  for (let press = 0; press < 30; ++press) {
    await page.keyboard.press('Tab');
    seen.push(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ??
                              document.activeElement.id));
  }
  assert.equal(await page.locator('.options').count(), 0);
  assert.ok(seen.includes('perlin (n1)') && seen.includes('add (n2)'), seen.join());
  assert.ok(seen.includes('port-a'), seen.join());
});

test('the value under the cursor is the library\'s, and the scale bar is as long as it says',
     async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 7}}, {x: 1000, y: -500, zoom: -2}));
  const {x, y} = await page.locator('canvas.picture').boundingBox();
  await page.mouse.move(x + 300, y + 200);
  const says = await page.locator('.chip.value').textContent();
  assert.match(says, /^1011\.0, -514\.0: /);
  const perlane = await load();
  const value = perlane.fromJson({perlane: 1, field: {perlin: {seed: 7}}}).sample(1011, -514);
  assert.equal(Number(says.split(': ')[1]), Number(value.toPrecision(6)));
  const bar = page.locator('.chip.scale');
  const {width} = await bar.boundingBox();
  assert.ok(Math.abs(width - 4 * Number(await bar.textContent())) < 1);
});

test('a profile is drawn along a line whose ends move by pointer and keys', async (t) => {
  const ramp = {coordinate: {axis: 0, frequency: 1 / 64}};
  const page = await opened(t, linkOf(ramp, {range: [-4, 4]}));
  await page.getByRole('button', {name: 'Profile'}).click();
  const says = () => page.locator('.profile figcaption span').nth(1).textContent();
  assert.equal(await says(), '-2.8 to 2.8 over 358.4');
  const [x, y] = await middle(page.locator('.profile-end').last());
  await drag(page, [x, y], [x - 179.2, y + 40]);
  assert.match(await says(), /^-2\.8 to -?0/);
  await page.locator('.profile-end').first().focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await says(), /^-2\.675 to -?0/);
  await page.addScriptTag({path: createRequire(import.meta.url).resolve('axe-core')});
  const {violations} = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({id, nodes}) => `${id} ${nodes[0].html}`), []);
});

test('a profile and the value under the cursor follow a field of other dimensions', async (t) => {
  const page = await opened(t);
  await page.getByRole('button', {name: 'Profile'}).click();
  const says = page.locator('.profile figcaption span').nth(1), seen = new Set();
  for (const id of ['looping', 'coast', 'improved', 'value-map', 'looping']) {
    await chosen(page, 'example', id);
    await rest(page);
    const {x, y} = await page.locator('canvas.picture').boundingBox();
    await page.mouse.move(x + 300, y + 200);
    assert.match(await page.locator('.chip.value').textContent(), /: -?[\d.e-]+$/, id);
    assert.match(await says.textContent(), /^-?[\d.e-]+ to -?[\d.e-]+ over/, id);
    seen.add(await says.textContent());
  }
  assert.equal(seen.size, 4);
});

test('3D turns, moves and comes closer by keys', async (t) => {
  const page = await opened(t);
  await shownIn3D(page);
  const landscape = page.locator('.landscape');
  assert.equal(await page.locator('.status .bar').count(), 0);  // of the picture before
  await landscape.focus();
  let before = await landscape.screenshot();
  for (const key of ['ArrowLeft', 'Shift+ArrowUp', '+', '-']) {
    await page.keyboard.press(key);
    await until(async () => !before.equals(await landscape.screenshot()));
    before = await landscape.screenshot();
  }
});

test('a frequency too large for the place is said at its member', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {frequency: 0.01}}, b: {value: {}}}}));
  await field(page);
  await node(page, 'perlin').locator('.call-name').click();
  await page.locator('#member-frequency').fill('1e300');
  await page.locator('#member-frequency[aria-invalid="true"]').waitFor();
  const says = await page.locator('#member-frequency-says').textContent();
  assert.match(says, /^frequency leads beyond 2\^51 cells/);
  assert.equal(await page.locator('.call.wrong .call-name').textContent(), 'perlin');
  await page.locator('#member-frequency').fill('0.02');
  await rest(page);
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 0);
});

test('an octave alone can be stretched; slopes are seen whatever the relief', async (t) => {
  const page = await opened(t);
  const contrast = () => page.locator('canvas.picture').evaluate((canvas) => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, 256, 256);
    let least = 255, most = 0;
    for (let i = 0; i < data.length; i += 4) {
      least = Math.min(least, data[i]);
      most = Math.max(most, data[i]);
    }
    return most - least;
  });
  await page.getByText('The lattice and its gradient vectors').click();
  await page.locator('#octaves').fill('6');
  let now = await changed(page, '');
  await page.locator('.choices label', {hasText: '6'}).click();
  now = await changed(page, now);
  assert.ok(await contrast() < 16);
  await page.getByText('Stretch this octave').click();
  now = await changed(page, now);
  assert.ok(await contrast() > 150);
  for (const id of ['marble', 'clouds', 'wood']) {
    await chosen(page, 'example', id);
    now = await changed(page, now);
    await page.getByRole('radio', {name: 'slope'}).click();
    now = await changed(page, now);
    assert.ok(await contrast() > 60, `${id}: ${await contrast()}`);
  }
});
