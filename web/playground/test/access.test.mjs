// The page on a phone, by keys alone, and for eyes that need contrast.

import assert from 'node:assert/strict';
import {createRequire} from 'node:module';
import {test} from 'node:test';

import {chosen, linkOf, pages, rest, settle, text} from './browser.mjs';

const {opened} = pages();
const tab = (page, name) => page.getByRole('tab', {name}).click();
const hills = {fbm: {source: {perlin: {seed: 7, frequency: 0.02}}, octaves: 5}};

async function onPhone(t, link, width, height) {
  const page = await opened(t, link, {viewport: {width, height}, isMobile: true, hasTouch: true});
  await page.evaluate(() => [...document.querySelectorAll('style')].at(-1).remove());  // 512 x 512
  return page;
}

/** Focuses all controls of the panel: how many there are, and those that hide the picture. */
const hidden = (page) => page.evaluate(async () => {
  const faults = [], controls = [...document.querySelectorAll(
    '.panel :is(input, select, textarea, button):not(:disabled):not(.flow *)')];
  for (const control of controls) {
    control.focus();
    control.scrollIntoView({block: 'nearest'});
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const {top, bottom, left, right} = document.querySelector('.canvas').getBoundingClientRect();
    const seen = (Math.min(bottom, innerHeight) - Math.max(top, 0)) *
      (Math.min(right, innerWidth) - Math.max(left, 0));
    const box = (control.closest('label') ?? control).getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + Math.min(box.height / 2, 30);
    const isCovered = document.elementFromPoint(x, y)?.closest('.canvas') !== null;
    const name = control.id || control.name || control.textContent;
    if (seen < 0.25 * innerWidth * innerHeight) faults.push(`${name} hides the picture`);
    if (isCovered || y < 0 || y > innerHeight) faults.push(`${name} is not in sight`);
  }
  return {count: controls.length, faults};
});

for (const [width, height] of [[390, 844], [844, 390]]) {
  test(`on a phone the picture stays in sight while a control is used, ${width}`, async (t) => {
    const page = await onPhone(t, '', width, height);
    for (const name of ['Simulator', 'Field', 'View', 'Share']) {
      await tab(page, name);
      const {count, faults} = await hidden(page);
      assert.ok(count > 3, name);
      assert.deepEqual(faults, [], name);
    }
    await tab(page, 'Simulator');
    await page.evaluate(() => scrollTo(0, 1e4));
    await page.locator('#octaves').fill('3');
    await page.getByText('Smoothing').tap();
    await rest(page);
    await settle(page);
    assert.deepEqual([(await text(page)).simulator.octaves, (await text(page)).simulator.smooth],
                     [3, false]);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}

test('lists are read by keys before they act', async (t) => {
  const page = await opened(t, linkOf({add: {a: {perlin: {}}, b: {value: {fade: 'cubic'}}}}));
  await settle(page);
  const before = page.url();
  const read = async (id) => {
    const list = page.locator(id), value = await list.inputValue();
    for (const key of ['ArrowDown', 'ArrowUp', 'End', 'n']) {
      await list.focus();
      await page.keyboard.press(key);
      assert.equal(await list.inputValue(), value, `${id} ${key}`);
      await page.keyboard.press('Escape');
    }
  };
  await tab(page, 'Field');
  await read('#port-a');
  for (const id of ['#add', '#example']) {
    await page.locator(id).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape']) {
      await page.keyboard.press(key);
    }
  }
  await tab(page, 'View');
  await read('#palette');
  await settle(page);
  assert.equal(page.url(), before);
  await page.selectOption('#palette', 'sand');
  await page.waitForURL(/sand/);
});

for (const colorScheme of ['light', 'dark']) {
  test(`lines of the graph and borders of controls have a contrast of 3 : 1, ${colorScheme}`,
       async (t) => {
    const page = await opened(t, linkOf(hills), {colorScheme});
    await tab(page, 'Field');
    await page.locator('.call').first().waitFor();
    const faults = await page.evaluate(() => {
      const [pixel] = [new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true})];
      const luminance = (colour) => {
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].map((byte) => {
          const c = byte / 255;
          return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => {
        const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other);
        return (high + 0.05) / (low + 0.05);
      };
      const styleOf = (one) => getComputedStyle(document.querySelector(one));
      const ground = styleOf('.flow .react-flow__background').backgroundColor;
      const paper = ground === 'rgba(0, 0, 0, 0)' ? styleOf('body').backgroundColor : ground;
      const card = styleOf('aside').backgroundColor;
      return [
        ['edge', styleOf('.react-flow__edge-path').stroke, paper],
        ['node', styleOf('.call').borderTopColor, paper],
        ['port', styleOf('.react-flow__handle').backgroundColor, paper],
        ['number', styleOf('.node-form input').borderTopColor, card],
        ['button', styleOf('.toolbar button').borderTopColor, card],
      ].filter(([, line, behind]) => contrast(line, behind) < 3)
        .map(([name, line, behind]) => `${name}: ${line} on ${behind}`);
    });
    assert.deepEqual(faults, []);
  });
}

test('the focus shows wherever Tab goes', async (t) => {
  const page = await opened(t, linkOf(hills, {mode: 'relief', sea: 0}));
  for (const name of ['View', 'Field', 'Share']) {
    await tab(page, name);
    await page.getByRole('tab', {name}).focus();
    const faults = [], stops = new Set();
    for (let press = 0; press < 30; ++press) {
      await page.keyboard.press('Tab');
      const {label, isSeen} = await page.evaluate(() => {
        const one = document.activeElement;
        const shows = (element) => {
          const {outlineStyle, outlineWidth} = getComputedStyle(element);
          return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
        };
        const path = one.querySelector('.react-flow__edge-path');
        return {
          label: one.getAttribute('aria-label') ?? one.id ?? one.tagName,
          isSeen: one === document.body || shows(one) || shows(one.closest('label') ?? one) ||
            (path !== null && one.matches(':focus-visible')),
        };
      });
      stops.add(label);
      if (!isSeen) faults.push(label);
    }
    assert.ok(stops.size > 8, [...stops].join());
    assert.deepEqual(faults, [], name);
  }
});

test('axe-core finds nothing in the gallery, the presets, the tiles, and on a phone', async (t) => {
  const axe = createRequire(import.meta.url).resolve('axe-core');
  const faults = [];
  const look = async (page, name) => {
    const {violations} = await page.evaluate(() => globalThis.axe.run());
    for (const {id, nodes} of violations) faults.push(`${name}: ${id}: ${nodes[0].html}`);
  };
  const page = await opened(t, linkOf(hills, {repeat: [64, 64]}));
  await page.addScriptTag({path: axe});
  await tab(page, 'Share');
  await page.getByLabel('Name of a new preset').fill('Mine');
  await page.getByRole('button', {name: 'Keep it'}).click();
  await look(page, 'presets');
  await page.locator('#save-width').fill('9000');
  await look(page, 'a wrong size');
  await tab(page, 'View');
  await look(page, 'tiles');
  await page.locator('#example').click();
  await look(page, 'gallery');
  const phone = await onPhone(t, '', 390, 844);
  await phone.addScriptTag({path: axe});
  for (const name of ['Simulator', 'Field', 'View', 'Share']) {
    await tab(phone, name);
    await look(phone, `phone ${name}`);
  }
  await chosen(phone, 'example', 'island');
  assert.deepEqual(faults, []);
});

test('the focus stays near a button that goes away or does no more', async (t) => {
  const page = await opened(t, linkOf({abs: {a: {perlin: {period: [4]}}}}));
  const press = (name) => page.getByRole('button', {name, exact: true}).press('Enter');
  const focus = () => page.evaluate(() => {
    const {id, className, textContent, ariaLabel} = document.activeElement;
    return ariaLabel ?? (id || textContent || className);
  });
  await tab(page, 'Field');
  await page.locator('.react-flow__node', {hasText: 'perlin'}).locator('.call-name').click();
  await press('period: one axis less');
  assert.equal(await focus(), 'period: one axis less');
  for (let axis = 0; axis < 4; ++axis) await press('period: one axis more');
  assert.equal(await focus(), 'period: one axis more');
  await press('Show this');
  assert.equal(await focus(), 'Show this');

  await page.locator('#member-frequency').fill('-1');
  await page.locator('.react-flow__node', {hasText: 'abs'}).locator('.call-name').click();
  await press('Show it');
  assert.equal(await focus(), 'member-frequency');
  await page.locator('#member-frequency').fill('0.02');
  await page.locator('.react-flow__node', {hasText: 'abs'}).locator('.call-name').click();
  const isGraph = () => page.evaluate(() => document.activeElement.matches('.flow'));
  await press('Remove');
  assert.equal(await isGraph(), true);
  await page.keyboard.press('Control+d');
  await page.locator('.react-flow__node').last().focus();
  await page.keyboard.press('Delete');
  assert.equal(await isGraph(), true);

  await page.locator('.call-picture').last().click();
  await page.keyboard.press('Control+d');
  await page.locator('.call-picture').last().click();
  await press('Back to the output');
  assert.match(await focus(), /^The field, with/);

  while (await page.getByRole('button', {name: 'Undo'}).isEnabled()) await press('Undo');
  assert.equal(await focus(), 'Undo');
  await tab(page, 'Share');
  for (const name of ['One', 'Two', 'Three']) {
    await page.getByLabel('Name of a new preset').fill(name);
    await press('Keep it');
  }
  const seen = [];
  for (const name of ['Two', 'Three', 'One']) {
    await press(`Delete ${name}`);
    seen.push(await focus());
  }
  assert.deepEqual(seen, ['Delete Three', 'Delete One', 'Name of a new preset']);
});
