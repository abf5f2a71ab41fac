import cookie from '@fastify/cookie'
import { startSandbox } from '@reveille/exchange/sandbox'
import Fastify from 'fastify'
import { WebSocket } from 'undici'
import { expect, test } from 'vitest'
import { servePretendPhone } from './pretend-phone.ts'

/** A server whose pretend phone needs the token 'secret'. */
async function serve() {
  const sandbox = await startSandbox()
  const app = Fastify({ forceCloseConnections: true }) // an answer that nobody reads would hold its connection for 72 s
  await app.register(cookie)
  servePretendPhone(app, { url: sandbox.url, token: 'secret' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (path: string, { token = '', ...init }: RequestInit & { token?: string } = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { cookie: `reveille-phone=${token}`, ...init.headers } })
  return {
    url,
    send,
    async [Symbol.asyncDispose]() {
      await app.close()
      await sandbox.close()
    },
  }
}

/** The first message of the page's socket, or null if it's refused. */
function firstMessage(url: string, headers: Record<string, string>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/phone/sandbox/socket`, { headers })
  socket.addEventListener('message', ({ data }) => resolve(String(data)))
  socket.addEventListener('error', () => resolve(null))
  return promise.finally(() => socket.close())
}

test('OPS-8 the pretend phone shows nothing without its token, and its address brings a cookie', async () => {
  await using served = await serve()
  const { url, send } = served
  for (const path of ['/phone', '/phone?token=other', '/phone/', '/phone/sandbox/mails', '/phone/sandbox/health'])
    expect([path, (await send(path, { token: 'secre' })).status]).toEqual([path, 403])
  expect(await firstMessage(url, { origin: url })).toBeNull()
  expect(await firstMessage(url, { origin: url, cookie: 'reveille-phone=other' })).toBeNull()
  expect(await firstMessage(url, { origin: 'http://evil.example', cookie: 'reveille-phone=secret' })).toBeNull()
  const entered = await send('/phone?token=secret')
  expect([entered.status, entered.headers.get('location')]).toEqual([302, '/phone/'])
  expect(entered.headers.getSetCookie()).toEqual(['reveille-phone=secret; Path=/phone; HttpOnly; SameSite=Lax'])
})

test('OPS-8 with its token, the page of the pretend phone works under /phone: files, mailbox, faults and socket', async () => {
  await using served = await serve()
  const { url, send } = served
  const token = 'secret'
  const page = await send('/phone/', { token })
  expect(page.headers.get('content-security-policy')).toContain(`ws://${new URL(url).host}`)
  const files = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
  expect(files).toContain('page.js')
  for (const file of files) expect([file, (await send(`/phone/${file}`, { token })).status]).toEqual([file, 200])
  expect(await (await send('/phone/sandbox/mails?to=nobody@example.com', { token })).json()).toEqual([])
  const body = JSON.stringify({ fault: 'refuse', times: 1 })
  const headers = { 'content-type': 'application/json' }
  const added = await send('/phone/sandbox/faults', { token, method: 'POST', body, headers })
  expect(await added.json()).toMatchObject({ fault: 'refuse' })
  expect((await send('/phone/sandbox/faults', { token, method: 'DELETE' })).status).toBe(200)
  expect((await send('/phone/sandbox/none', { token })).status).toBe(404)
  const state = await firstMessage(url, { origin: url, cookie: `reveille-phone=${token}` })
  expect(JSON.parse(state!)).toMatchObject({ type: 'state', calls: [], faults: [] })
})
