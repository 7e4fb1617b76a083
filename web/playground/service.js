// The Service Worker of the page: keeps all its files, so that it works without a connection after
// the first visit. vite.config.ts writes the version and the names of the files into it.

const version = VERSION, files = FILES;

// Other pages of the host have caches, too.
const ours = `perlane ${self.registration.scope} `, name = ours + version;

self.addEventListener('install', (event) => event.waitUntil((async () => {
  const cache = await caches.open(name);
  await cache.addAll(files.map((file) => new Request(file, {cache: 'no-cache'})));
  await self.skipWaiting();
})()));

self.addEventListener('activate', (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((one) => one.startsWith(ours) && one !== name);
  await Promise.all(old.map((one) => caches.delete(one)));
  await self.clients.claim();
})()));

async function answered(request) {
  const cache = await caches.open(name);
  const kept = () => cache.match(request.url.replace(/\/index\.html(?=[?#]|$)/, '/'),
                                 {ignoreSearch: true, ignoreVary: true});
  // Names of files change with their content, but for the page itself, which the host may update.
  if (request.mode !== 'navigate') return await kept() ?? fetch(request);
  try {
    const response = await fetch(request);
    return response.status < 500 ? response : await kept() ?? response;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

self.addEventListener('fetch', (event) => {
  const {request} = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answered(request));
});
