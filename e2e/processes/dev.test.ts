import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { installedPlace, launchProduct, READY_LINE, removePlace } from '../processes.ts'

const SERVER_FILE = new URL('../../server/src/main.ts', import.meta.url)

test('the development server answers while the server behind it restarts, and leaves no process', async () => {
  const place = await installedPlace()
  await using dev = launchProduct(place, ['scripts/dev.ts'])
  await dev.waitForLine(READY_LINE, 90_000)

  const page = await fetch(`${place.webUrl}/login`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('src="/@vite/client"')
  await using _openPage = await openPage(place.webUrl)
  const ask = () => fetch(`${place.webUrl}/api/auth/check`).then((answer) => answer.json())
  expect(await ask()).toEqual({ authenticated: false })

  const now = new Date()
  await utimes(SERVER_FILE, now, now) // like saving it
  await dev.waitForLine(/^The server restarts/)
  let isBack = false
  const back = dev.waitForLine(/^The server answers again/, 90_000).finally(() => (isBack = true))
  while (!isBack) expect(await ask()).toEqual({ authenticated: false }) // requests wait for the restart
  await back

  expect(await dev.stop()).toBe(0)
  expect(await dev.processes()).toEqual([])
  await removePlace(place)
})

/** The socket through which an open page learns of changes. */
async function openPage(url: string): Promise<AsyncDisposable> {
  const client = await (await fetch(`${url}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return { [Symbol.asyncDispose]: async () => socket.close() }
}
