// The built page in a headless Chromium, served by a plain static server without special headers.

import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname} from 'node:path';
import {after, before} from 'node:test';
import {pathToFileURL} from 'node:url';

import {chromium} from 'playwright-core';

import {counted} from './coverage.mjs';

const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
               '.wasm': 'application/wasm', '.svg': 'image/svg+xml'};

/** The built page: the folder that PLAYGROUND names, or else dist. */
export const dist = process.env.PLAYGROUND ? pathToFileURL(`${process.env.PLAYGROUND}/`) :
  new URL('../dist/', import.meta.url);

/**
 * Serves the page in a folder of the host. Returns its address, a function that ends it, and one
 * after which the host answers all with a status of its own.
 */
export async function served(from = dist, folder = '/page/') {
  let failure = null;
  const server = createServer(async ({url}, response) => {
    const {pathname} = new URL(url, 'http://host');
    const path = pathname.slice(folder.length) || 'index.html';
    if (failure !== null) {
      response.writeHead(failure, {'content-type': 'text/plain'});
      response.end('The host failed');
      return;
    }
    const body = !pathname.startsWith(folder) ? null :
      await readFile(new URL(path, from)).catch(() => null);
    response.writeHead(body ? 200 : 404, {'content-type': types[extname(path)] ?? 'text/plain'});
    response.end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}${folder}`,
    fail: (status) => (failure = status),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A browser: Debian's Chromium, or the one that CHROMIUM names. WebGL is done by the CPU. */
export function launched(args = ['--enable-unsafe-swiftshader']) {
  const executablePath = process.env.CHROMIUM ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({executablePath, args: ['--no-sandbox', ...args]});
}

/** Milliseconds after which something will not happen any more, however busy the machine is. */
export const patience = 180000;

/** Waits until a condition holds. */
export async function until(condition) {
  for (const begin = Date.now(); Date.now() - begin < patience;) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(`it never held: ${condition}`);
}

/** Waits until the status shows what was done: it follows a new size with the third frame. */
export const frames = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 3; ++frame) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done));
});

/** Waits until the picture is fine, and returns how many milliseconds it took by its own clock. */
export async function rest(page) {
  await frames(page);
  const status = page.locator('.status[data-state="rest"]:not([data-fine=""])');
  await status.waitFor();
  return Number(await status.getAttribute('data-fine'));
}

/** A browser for the tests of a file. `opened` gives a page, whose console must stay empty. */
export function pages() {
  let site, browser;
  before(async () => {
    site = await served();
    browser = await launched();
  });
  after(async () => {
    await browser.close();
    site.close();
  });
  const opened = async (t, link = '', {prepared, ...options} = {}) => {
    const page = await browser.newPage(
      {viewport: {width: 1440, height: 900}, serviceWorkers: 'block', ...options});
    page.setDefaultTimeout(patience);
    const said = [];
    page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await counted(t, page, dist);
    t.after(async () => {
      await page.close();
      // The console reports requests that a test blocks.
      if (!prepared) assert.deepEqual(said, []);
    });
    await prepared?.(page);
    await page.goto(site.address + link);
    await page.addStyleTag({content: '.canvas {flex: none; width: 512px; height: 512px}'});
    if (!prepared) await rest(page);
    return page;
  };
  return {opened, address: () => site.address};
}

/** A link to a field. */
export const linkOf = (field, view = {}, more = {}) =>
  `#${encodeURIComponent(JSON.stringify({perlane: 1, field, view, ...more}))}`;

/** Chooses from the list that a button opens: an example, or a function to add. */
export async function chosen(page, id, value) {
  await page.locator(`#${id}`).click();
  await page.locator(`[role="option"][data-value="${value}"]`).click();
}

/** Chooses the view in 3D, and waits until most of the landscape is there. */
export async function shownIn3D(page) {
  await page.getByRole('radio', {name: '3D'}).click();
  await page.waitForFunction(() =>
    Number(document.querySelector('.landscape')?.dataset.squares) > 16);
}

/** The recipe in the address. */
export const text = async (page) =>
  JSON.parse(decodeURIComponent(new URL(page.url()).hash.slice(1)));

/** Waits until the address has followed, by the timers of the page, however busy the machine is. */
export async function settle(page) {
  await frames(page);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
}

/** The pixels of the picture, as a hash. */
export const shot = (page) => page.locator('canvas.picture').evaluate(async (canvas) => {
  const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
});

/** The bytes of the picture: red, green, blue and opacity in turn. */
export async function pixelsOf(page) {
  const text = await page.locator('canvas.picture').evaluate((canvas) => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let bytes = '';
    for (let i = 0; i < data.length; i += 4096) {
      bytes += String.fromCharCode(...data.subarray(i, i + 4096));
    }
    return btoa(bytes);
  });
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

/** Waits until the picture is another one than `before`, and fine, and returns its hash. */
export async function changed(page, before) {
  await until(async () => await shot(page) !== before);
  await rest(page);
  return shot(page);
}
