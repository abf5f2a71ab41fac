// The service worker: without a network, pages still open, with what never changes and belongs to nobody. Answers of the API
// are neither kept nor served here, so nothing old is shown as new, nor anything of another person.

// The build fills in both.
const VERSION = '%VERSION%'
const FILES = '%FILES%'.split(' ')
/** Every page that the browser draws is this empty shell. */
const SHELL = '/dashboard'
const NAME = `shell-${VERSION}`

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([SHELL, ...FILES])))
  void self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(SHELL)))
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

async function kept(address) {
  const cache = await caches.open(NAME)
  return (await cache.match(address)) ?? Response.error()
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))
}
