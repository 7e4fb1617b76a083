// The built page in a headless Chromium, served by a plain static server without special headers.

import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname} from 'node:path';

import {chromium} from 'playwright-core';

const types = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
               '.wasm': 'application/wasm', '.svg': 'image/svg+xml'};
const dist = new URL('../dist/', import.meta.url);

/** Serves the page in a folder of the host, and returns its address and a function that ends it. */
export async function served() {
  const server = createServer(async ({url}, response) => {
    const path = new URL(url, 'http://host').pathname.replace(/^\/page\//, '') || 'index.html';
    const body = await readFile(new URL(path, dist)).catch(() => null);
    response.writeHead(body ? 200 : 404, {'content-type': types[extname(path)] ?? 'text/plain'});
    response.end(body);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {address: `http://127.0.0.1:${server.address().port}/page/`, close: () => server.close()};
}

/** A browser: Debian's Chromium, or the one that CHROMIUM names. WebGL is done by the CPU. */
export function launched(args = ['--enable-unsafe-swiftshader']) {
  const executablePath = process.env.CHROMIUM ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  return chromium.launch({executablePath, args: ['--no-sandbox', ...args]});
}

/** Waits until the picture is fine, and returns how many milliseconds it took by its own clock. */
export async function rest(page) {
  const status = page.locator('.status[data-state="rest"]:not([data-fine=""])');
  await status.waitFor({timeout: 60000});
  return Number(await status.getAttribute('data-fine'));
}
