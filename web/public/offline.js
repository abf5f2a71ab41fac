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
  if (request.mode === 'navigate') event.respondWith(fetchOr(SHELL, request))
  else if (FILES.includes(pathname)) event.respondWith(fetchOr(pathname, request))
})

/** What a proxy says while our server is gone: the page that is kept says more. */
const GATEWAY = new Set([502, 503, 504])

async function fetchOr(address, request) {
  const response = await fetch(request).catch(() => null)
  if (response !== null && !GATEWAY.has(response.status)) return response
  return (await kept(address)) ?? response ?? Response.error()
}

async function kept(address) {
  const cache = await caches.open(NAME)
  return cache.match(address)
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)))
}
