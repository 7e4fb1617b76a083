// The static copy of the page, in a sub-folder of a plain host, with and without a connection.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {dist, launched, linkOf, patience, rest, served, shownIn3D, until} from './browser.mjs';
import {counted} from './coverage.mjs';

const native = JSON.parse(await readFile(new URL('native.json', import.meta.url)));
const script = fileURLToPath(new URL('../../../script/playground', import.meta.url));
let browser, folder;

before(async () => {
  browser = await launched();
  folder = await mkdtemp(join(tmpdir(), 'perlane-'));
});
after(async () => {
  await browser.close();
  await rm(folder, {recursive: true});
});

/** A copy of the page that can be changed. */
async function copied(name) {
  const to = join(folder, name);
  await cp(fileURLToPath(dist), to, {recursive: true});
  return to;
}

async function visited(t, address) {
  const context = await browser.newContext({viewport: {width: 1440, height: 900}});
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await counted(t, page, dist);
  t.after(() => context.close());
  await page.goto(address);
  await rest(page);
  return page;
}

const isKept = (page) => until(() => page.evaluate(async () =>
  (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'));
const caches = (page) => page.evaluate(() => globalThis.caches.keys());

/** The hash of the grey codes of the picture, which is 512 pixels wide and high. */
const greys = async (page) => {
  await page.addStyleTag({content: '.canvas {flex: none; width: 512px; height: 512px}'});
  await page.waitForFunction(() => document.querySelector('canvas.picture')?.width === 512);
  await rest(page);
  const values = await page.locator('canvas.picture').evaluate((canvas) =>
    [...canvas.getContext('2d').getImageData(0, 0, 512, 512).data.filter((_, i) => i % 4 === 0)]);
  return createHash('sha256').update(Uint8Array.from(values)).digest('hex');
};

test('after the first visit, all of the page works without a connection', async (t) => {
  const site = await served(pathToFileURL(`${await copied('first')}/`), '/some/sub/folder/');
  const page = await visited(t, site.address + linkOf(native.field, {range: [-1, 1]}));
  assert.equal(await greys(page), native.uint8);
  await isKept(page);
  site.close();
  await page.context().setOffline(true);
  await page.reload();
  await rest(page);
  assert.equal(await greys(page), native.uint8);
  // Parts that the page loads when they are asked for, and that it has not asked for so far.
  await shownIn3D(page);
  await page.getByRole('tab', {name: 'Same bits'}).click();
  await page.getByRole('button', {name: 'Compute the hashes here'}).click();
  await page.locator('.good[data-total]').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${site.address}index.html?from=a-link`);
  await rest(other);
  await assert.rejects(other.goto(`${site.address}another-page.html`));  // is not ours to give
});

test('a host that fails is no reason to fail', async (t) => {
  const site = await served(pathToFileURL(`${await copied('failing')}/`));
  t.after(() => site.close());
  const page = await visited(t, site.address);
  await isKept(page);
  site.fail(503);
  await page.reload();
  await rest(page);
  site.fail(404);  // the page is gone
  assert.equal((await page.goto(site.address)).status(), 404);
});

test('an update is seen at the next visit, and replaces what was kept', async (t) => {
  const copy = await copied('second'), site = await served(pathToFileURL(`${copy}/`));
  t.after(() => site.close());
  const page = await visited(t, site.address);
  await isKept(page);
  const [old] = await caches(page);
  await page.evaluate(() => globalThis.caches.open('of another page'));
  for (const file of ['index.html', 'service.js']) {
    const text = await readFile(join(copy, file), 'utf8');
    await writeFile(join(copy, file), file === 'index.html' ?
      text.replace('<title>', '<title>The new ') : text.replace(/"[0-9a-f]{16}"/, '"new"'));
  }
  await page.reload();
  assert.match(await page.title(), /^The new perlane/);
  await until(async () => !(await caches(page)).includes(old));
  assert.deepEqual((await caches(page)).sort(),
                   ['of another page', `perlane ${site.address} new`]);
  await page.context().setOffline(true);
  await page.reload();
  assert.match(await page.title(), /^The new perlane/);
  await rest(page);
});

test('a build that was cut off on its way keeps the copy before', async (t) => {
  const copy = await copied('third'), site = await served(pathToFileURL(`${copy}/`));
  t.after(() => site.close());
  const page = await visited(t, site.address);
  await isKept(page);
  const before = await caches(page);
  const text = await readFile(join(copy, 'service.js'), 'utf8');
  await writeFile(join(copy, 'service.js'), text.replace(/"[0-9a-f]{16}"/, '"new"')
    .replace('"./"', '"./","assets/is-not-there.js"'));
  await page.reload();
  await rest(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update()
    .catch(() => {}));
  await until(() => page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistration()).installing === null));
  await page.context().setOffline(true);
  await page.reload();
  await rest(page);
  assert.ok((await caches(page)).includes(before[0]));
});

test('script/playground --build leaves folders alone that hold something else', async () => {
  const run = (...all) => {
    try {
      execFileSync(script, all, {stdio: 'pipe', cwd: folder});
      return '';
    } catch ({stderr, status}) {
      assert.equal(status, 2);
      return String(stderr);
    }
  };
  assert.match(run('--build'), /^playground: --build needs a folder$/m);
  assert.match(run('--build', ''), /^playground: --build needs a folder$/m);
  assert.match(run('--bild', 'a'), /^playground: unknown option: --bild a$/m);
  await mkdir(join(folder, 'other'));
  await writeFile(join(folder, 'other', 'index.html'), 'somebody\'s');
  assert.match(run('--build', 'other'),
               /^playground: other holds another page; use a new folder, or a copy to update$/m);
  await writeFile(join(folder, 'file'), '');
  assert.match(run('--build', 'file'), /^playground: file is no folder$/m);
  assert.deepEqual(await readdir(join(folder, 'other')), ['index.html']);
  const help = String(execFileSync(script, ['--help']));
  assert.match(help, /--build DIR/);
});
