// The node editor with pointer and keys, as people use it.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {chosen, linkOf, pages, rest, settle, text} from './browser.mjs';
import {drag, edgePoint, edges, field, middle, node, output, port} from './graph.mjs';

const {opened} = pages();

const sum = {add: {a: {perlin: {seed: 1}}, b: {value: {seed: 2}}}};

test('a drag from port to port connects, and shows a line on its way', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  await chosen(page, 'add', 'simplex');  // stands by itself: `add` has no empty port
  assert.equal(await edges(page), 2);
  await settle(page);
  const before = await page.locator('canvas.picture').evaluate((canvas) => canvas.toDataURL());
  await drag(page, await output(page, 'simplex'), await port(page, 'add', 'b'), async () => {
    assert.equal(await page.locator('.react-flow__connection-path').count(), 1);
  });
  await settle(page);
  await rest(page);
  assert.deepEqual(Object.keys((await text(page)).field.add.b), ['simplex']);
  assert.notEqual(
    await page.locator('canvas.picture').evaluate((canvas) => canvas.toDataURL()), before);
  // From an input to an output it is the same, and a circle is refused.
  await drag(page, await port(page, 'add', 'a'), await output(page, 'value'));
  await settle(page);
  assert.deepEqual((await text(page)).field.add.a, {value: {seed: 2}});
  await page.keyboard.press('Control+z');
  await settle(page);
  assert.deepEqual((await text(page)).field.add.a, {perlin: {seed: 1}});
});

test('every drag of ten connects', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  for (let i = 0; i < 10; ++i) {
    const [name, other] = i % 2 ? ['perlin', 'value'] : ['value', 'perlin'];
    await drag(page, await output(page, name), await port(page, 'add', 'a'));
    await settle(page);
    assert.deepEqual(Object.keys((await text(page)).field.add.a ?? {}).concat(
      Object.keys((await text(page)).fields ?? {})).length > 0, true);
    const sources = await page.locator('#port-a option:checked').textContent();
    assert.ok(sources.startsWith(name), `${i}: ${sources}, not ${name}; ${other}`);
  }
});

test('a connection is chosen and cut, and the node with its form stays', async (t) => {
  for (const key of ['Delete', 'Backspace']) {
    const page = await opened(t, linkOf({perlin: {seed: 1}}));
    await field(page);
    await chosen(page, 'add', 'abs');
    assert.equal(await page.locator('.form h2').textContent().then((all) => all.split(' ')[0]),
                 'abs');
    await node(page, 'abs').click();
    await page.mouse.click(...await edgePoint(page, 'n2.a'));
    assert.equal(await page.locator('.react-flow__edge.selected').count(), 1);
    await page.keyboard.press(key);
    assert.equal(await edges(page), 0);
    assert.deepEqual(await page.locator('.call-name').allTextContents(), ['perlin', 'abs']);
    assert.match(await page.getByRole('alert').first().textContent(), /a is missing/);
    await page.getByRole('button', {name: 'Undo'}).click();
    assert.equal(await edges(page), 1);
  }
});

test('the end of a connection is drawn to another port, or off', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  await chosen(page, 'add', 'multiply');
  await settle(page);
  const [x, y] = await port(page, 'multiply', 'a');
  await drag(page, [x - 14, y], await port(page, 'multiply', 'b'));
  await settle(page);
  const {multiply} = (await text(page)).field;
  assert.deepEqual([multiply.a, multiply.b], [undefined, sum]);
  const [atX, atY] = await port(page, 'multiply', 'b');
  await drag(page, [atX - 14, atY], [atX - 20, atY + 90]);
  await settle(page);
  assert.equal((await text(page)).field.multiply.b, 0.5);  // its number before
  assert.equal(await page.locator('.options').count(), 0);
});

test('a wire that is dropped on the ground adds a node there', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 1}}));
  await field(page);
  const [x, y] = await output(page, 'perlin');
  await drag(page, [x, y], [x - 60, y + 80]);
  await page.keyboard.type('abs');
  await page.keyboard.press('Enter');
  await settle(page);
  assert.deepEqual((await text(page)).loose, [{abs: {a: 'f1'}}]);
  const [left, top] = await middle(node(page, 'abs').locator('.react-flow__handle.target'));
  assert.ok(Math.hypot(left - x + 60, top - y - 80) < 60, `${left - x}, ${top - y}`);
  await page.getByRole('button', {name: 'Show this'}).click();
  await rest(page);
});

test('nodes stay where they are put: when others come, in undo, and in a link', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  await settle(page);
  const places = async (of) => {
    const all = await of.locator('.react-flow__node').evaluateAll((nodes) => nodes.map((one) =>
      [one.querySelector('.call-name').textContent, one.style.transform]));
    return Object.fromEntries(all);
  };
  const first = await places(page);
  const [x, y] = await middle(node(page, 'perlin').locator('.call-name'));
  await drag(page, [x, y], [x + 30, y + 50]);
  const moved = await places(page);
  assert.notEqual(moved.perlin, first.perlin);
  assert.equal(moved.value, first.value);
  await node(page, 'value').click();
  await chosen(page, 'add', 'abs');
  await chosen(page, 'add', 'simplex');
  const all = await places(page);
  for (const name of ['perlin', 'value', 'add']) assert.equal(all[name], moved[name], name);
  await settle(page);
  const other = await opened(t, new URL(page.url()).hash);
  await field(other);
  assert.deepEqual(await places(other), all);
  await page.reload();
  await field(page);
  assert.deepEqual(await places(page), all);
});

test('undo puts a node back, and a loose node', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  await settle(page);
  const place = () => node(page, 'perlin').evaluate((one) => one.style.transform);
  const before = await place();
  const [x, y] = await middle(node(page, 'perlin').locator('.call-name'));
  await drag(page, [x, y], [x + 30, y + 60]);
  assert.notEqual(await place(), before);
  await page.keyboard.press('Control+z');
  assert.equal(await place(), before);
  await chosen(page, 'add', 'simplex');
  await page.keyboard.press('Control+z');
  assert.equal(await page.locator('.call-name').count(), 3);
  await page.keyboard.press('Control+y');
  assert.equal(await page.locator('.call-name').count(), 4);
  assert.equal(await page.locator('.call.loose').count(), 1);
});

test('the lists of Add and Example are read through by keys before they act', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  for (const id of ['add', 'example']) {
    await settle(page);
    const before = page.url();
    await page.locator(`#${id}`).focus();
    await page.keyboard.press('ArrowDown');
    for (let press = 0; press < 70; ++press) await page.keyboard.press('ArrowDown');
    assert.equal(await page.locator('[role="option"][aria-selected="true"]').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('[role="option"]').count(), 0);
    await settle(page);
    assert.equal(page.url(), before);
  }
  await page.locator('#add').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ridged');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('.call-name').filter({hasText: /^ridged$/}).count(), 1);
});

test('a graph is drawn so that it can be seen, and says what is connected', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await opened(t, linkOf(sum), {colorScheme});
    await field(page);
    const ratio = await page.locator('.react-flow__edge-path').first().evaluate((path) => {
      const light = (colour) => {
        const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
          const c = Number(part) / 255;
          return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = getComputedStyle(path.closest('.react-flow')
        .querySelector('.react-flow__background')).backgroundColor;
      const [a, b] = [light(getComputedStyle(path).stroke), light(ground)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    assert.ok(ratio >= 3, `${colorScheme}: ${ratio}`);
    const {width} = await page.locator('.react-flow__handle').first()
      .evaluate((handle) => getComputedStyle(handle));
    assert.equal(width, '9px');
    const labels = await page.locator('.react-flow__edge').evaluateAll(
      (all) => all.map((edge) => edge.getAttribute('aria-label')));
    assert.ok(labels.includes('perlin (n1) to a of add (n3)'), labels.join());
  }
});

test('numbers are cleared and typed anew, key by key', async (t) => {
  const page = await opened(t, linkOf({fbm: {source: {perlin: {}}, octaves: 6}}));
  await field(page);
  for (const [member, value] of [['octaves', 3], ['gain', 0.25], ['lacunarity', 1.75]]) {
    const input = page.locator(`#member-${member}`);
    await input.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    assert.equal(await input.inputValue(), '');
    await page.keyboard.type(String(value), {delay: 30});
    assert.equal(await input.inputValue(), String(value));
    await settle(page);
    assert.equal((await text(page)).field.fbm[member], value);
  }
  // An empty number is the default, which is shown when one goes on.
  await page.locator('#member-octaves').focus();
  await page.keyboard.press('End');
  for (const _ of '3..') await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  assert.notEqual(await page.locator('#member-octaves').inputValue(), '');
});

test('seeds have 64 bits', async (t) => {
  const page = await opened(t, linkOf({perlin: {seed: 1}}));
  await field(page);
  const input = page.locator('#member-seed'), largest = '18446744073709551615';
  await input.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(largest);
  await settle(page);
  assert.equal((await text(page)).field.perlin.seed, largest);
  await page.keyboard.type('0');
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  await page.getByText(`Use a whole number from 0 to ${largest}.`).waitFor();
  await settle(page);
  assert.equal((await text(page)).field.perlin.seed, largest);
  await rest(page);
});

test('a link of 60 shared names opens, and is changed', async (t) => {
  const fields = {f0: {perlin: {}}};
  for (let i = 1; i < 60; ++i) fields[`f${i}`] = {add: {a: `f${i - 1}`, b: `f${i - 1}`}};
  const page = await opened(t, linkOf('f59', {}, {fields}));
  const begin = performance.now();
  await field(page);
  await page.locator('#port-a').waitFor();
  t.diagnostic(`its form is there after ${(performance.now() - begin).toFixed(0)} ms`);
  assert.equal(await page.locator('.call-name').count(), 60);
  await page.locator('#port-a').selectOption('');
  assert.equal(await edges(page), 117);
});

test('a chain of 2000 operators opens, and is kept', async (t) => {
  let inner = {perlin: {}};
  const fields = {};
  for (let i = 0; i < 2000; ++i) {
    inner = {abs: {a: inner}};
    if (i % 20 === 19) {
      fields[`f${i}`] = inner;
      inner = `f${i}`;
    }
  }
  const page = await opened(t, linkOf(inner, {}, {fields}));
  assert.deepEqual(await page.getByRole('alert').filter({hasText: /./}).allTextContents(), []);
  const begin = performance.now();
  await field(page);
  await page.locator('#port-a').waitFor();
  t.diagnostic(`its form is there after ${(performance.now() - begin).toFixed(0)} ms`);
  await settle(page);
  const other = JSON.stringify(await text(page));
  assert.equal(other.match(/abs/g).length, 2000);
});

test('a box and Delete take nodes away; what changes nothing is no step back', async (t) => {
  const page = await opened(t, linkOf({perlin: {}}, {}, {
    loose: [{abs: {a: {value: {seed: 5}}}}], places: [[0, 0], [300, 0], [600, 0]],
  }));
  await field(page);
  await settle(page);
  const all = await page.locator('.flow').boundingBox(), {x: left} =
    await node(page, 'value').boundingBox(), {x, width} = await node(page, 'abs').boundingBox();
  await page.keyboard.down('Shift');
  await drag(page, [left - 6, all.y + 4], [x + width + 4, all.y + all.height - 60]);
  await page.keyboard.up('Shift');
  await page.keyboard.press('Delete');
  await settle(page);
  assert.deepEqual(await page.locator('.call-name').allTextContents(), ['perlin']);
  // The only node stays, and there is nothing to undo but the box's nodes.
  await node(page, 'perlin').click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+x');
  await page.getByRole('button', {name: 'Undo'}).click();
  assert.equal(await page.getByRole('button', {name: 'Undo'}).isEnabled(), false);

  const first = await opened(t, '');
  await field(first);
  await settle(first);
  const [endX, endY] = await middle(first.locator('.react-flow__edgeupdater-target').first());
  await drag(first, [endX - 4, endY], [endX - 1, endY]);
  await drag(first, await output(first, 'perlin'), await port(first, 'multiply', 'b'));
  await settle(first);
  assert.ok('simulator' in await text(first));
  assert.equal(await first.getByRole('button', {name: 'Undo'}).isEnabled(), false);
});

test('the graph stays where it is while others of its nodes change', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {}}, b: 1}}, {}, {
    loose: [{multiply: {a: 2, b: 3}}], places: [[-260, 0], [0, 0], [3000, 0]],
  }));
  await field(page);
  await settle(page);
  const view = () => page.locator('.react-flow__viewport').evaluate(({style}) => style.transform);
  const flow = await page.locator('.flow').boundingBox();
  for (let i = 0; i < 20; ++i) {
    const box = await node(page, 'multiply').boundingBox();
    if (box && box.x > flow.x && box.x + box.width < flow.x + flow.width) break;
    await drag(page, [flow.x + flow.width - 40, flow.y + 20], [flow.x + 40, flow.y + 20]);
  }
  const before = await view();
  const [x, y] = await middle(node(page, 'multiply').locator('input').first());
  await drag(page, [x, y], [x + 20, y]);
  await settle(page);
  assert.notEqual((await text(page)).loose[0].multiply.a, 2);
  assert.equal(await view(), before);
});

test('a connection that moves leaves the number of its port', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {}}, b: 7}}, {},
                                      {places: [[0, 0], [300, 0]]}));
  await field(page);
  await settle(page);
  const end = page.locator('.react-flow__edgeupdater-target').first();
  await drag(page, await middle(end), await port(page, 'add', 'b'));
  await settle(page);
  assert.deepEqual((await text(page)).field, {add: {b: {perlin: {}}}});
  await page.mouse.click(...await edgePoint(page, 'n2.b'));
  await page.keyboard.press('Delete');
  await settle(page);
  assert.equal((await text(page)).field.add.b, 7);
});

test('a node with the name of one that was removed is neither previewed nor chosen', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {seed: 1}}, b: 0.25}}));
  await field(page);
  const bar = page.getByText(/^A preview of/);
  await chosen(page, 'add', 'white');
  await node(page, 'white').locator('.call-name').click();
  await page.keyboard.press('v');
  await page.getByText('A preview of white (n3)').waitFor();
  await page.getByRole('button', {name: 'Remove', exact: true}).click();
  await settle(page);
  assert.equal(await bar.count(), 0);
  await node(page, 'perlin').locator('.call-name').click({modifiers: ['Shift']});
  await chosen(page, 'add', 'simplex');
  await settle(page);
  assert.equal(await page.locator('[data-id="n3"] .call-name').textContent(), 'simplex');
  assert.equal(await bar.count(), 0);
  assert.equal(await page.locator('.react-flow__node.selected[data-id="n3"]').count(), 0);
});

test('seeds with a sign have 64 bits', async (t) => {
  const page = await opened(t, linkOf({opensimplex2: {seed: '9007199254740993'}}));
  await field(page);
  const input = page.locator('#member-seed');
  const wheel = page.getByRole('slider', {name: 'seed, wheel'});
  const seed = async () => {
    await settle(page);
    return (await text(page)).field.opensimplex2.seed;
  };
  assert.equal(await input.inputValue(), '9007199254740993');
  await wheel.press('ArrowUp');
  assert.equal(await seed(), '9007199254740994');
  for (const typed of ['1152921504606846977', '-9223372036854775808']) {
    await input.fill(typed);
    assert.equal(await seed(), typed);
  }
  await wheel.press('ArrowDown');  // there is no smaller one
  assert.equal(await seed(), '-9223372036854775808');
  await input.fill('-9223372036854775809');
  await page.getByText('Use a whole number from -9223372036854775808 to 9223372036854775807.')
    .waitFor();
  await input.fill('5');
  const inNode = node(page, 'opensimplex2').locator('#n1-seed');
  await inNode.fill('9007199254740993');  // not a number any more, but its digits
  assert.equal(await seed(), '9007199254740993');
  assert.equal(await input.inputValue(), '9007199254740993');
});

test('another field has no preview and no chosen nodes of the one before', async (t) => {
  const page = await opened(t, linkOf(sum));
  await field(page);
  await node(page, 'perlin').click();
  await page.keyboard.press('v');
  await page.getByText('A preview of perlin').waitFor();
  const isFree = async () => {
    await settle(page);
    assert.equal(await page.getByText('A preview of').count(), 0);
    assert.equal(await page.locator('.react-flow__node.selected').count(), 0);
  };
  await chosen(page, 'example', 'island');
  await isFree();
  await node(page, 'perlin').click();
  await page.keyboard.press('v');
  await page.getByText('A preview of perlin').waitFor();
  await page.getByRole('button', {name: 'Undo'}).click();
  await isFree();
  await page.getByRole('button', {name: 'Redo'}).click();
  await isFree();
});

test('the node of chunks within chunks stays where it is put, and undo puts it back', async (t) => {
  const page = await opened(t, '');
  await chosen(page, 'example', 'nested');
  await field(page);
  const places = async () => {
    await settle(page);
    return (await text(page)).places;
  };
  assert.equal(await places(), undefined);
  const [x, y] = await middle(node(page, 'chunk_layers').locator('.call-name'));
  await drag(page, [x, y], [x + 60, y + 40]);
  const moved = await places();
  assert.notEqual(moved, undefined);
  await page.locator('canvas.picture').focus();
  for (let press = 0; press < 20; ++press) await page.keyboard.press('+');
  assert.deepEqual(await places(), moved);
  await page.getByRole('button', {name: 'Undo'}).click();
  assert.equal(await places(), undefined);
});
