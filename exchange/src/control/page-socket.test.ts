import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startSandbox, type Sandbox } from '../sandbox.ts'
import { placeCall } from '../testing/client.ts'
import { response, startSubscriber } from '../testing/subscriber.ts'
import { encodeWav } from '../wav.ts'

const number = '+61491570156'

/** The socket of a page: the notes and audio frames it received, and its buttons. */
async function openPage(sandbox: Sandbox) {
  const socket = new WebSocket(`${sandbox.url.replace('http', 'ws')}/sandbox/socket`, { origin: sandbox.url })
  const frames: Buffer[] = []
  let notes: { type: string; text?: string; calls?: { sid: string; status: string }[] }[] = []
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) frames.push(data)
    else notes.push(JSON.parse(String(data)) as (typeof notes)[number])
  })
  await once(socket, 'open')
  return {
    frames,
    send: (message: object) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
    /** Waits for the first note that satisfies `fits`, then forgets it and all earlier ones. */
    async note(fits: (note: (typeof notes)[number]) => boolean) {
      while (!notes.some(fits)) await once(socket, 'message')
      const found = notes.find(fits)
      notes = notes.slice(notes.findIndex(fits) + 1)
      return found
    },
  }
}

const isCallThat = (status: string) => (note: { type: string; calls?: { status: string }[] }) =>
  note.type === 'state' && note.calls?.[0]?.status === status

test('a call rings in the page, is answered there, plays 20 ms frames and takes a key', async () => {
  await using sandbox = await startSandbox()
  await using subscriber = await startSubscriber()
  const mulaw = Uint8Array.from({ length: 1_000 }, (_, i) => i % 127)
  subscriber.answer('/a.wav', { contentType: 'audio/wav', body: encodeWav(mulaw) })
  subscriber.answer(
    '/voice',
    response('<Play>/a.wav</Play><Gather numDigits="1" action="/keys"><Say>Press 1</Say></Gather>'),
  )
  const page = await openPage(sandbox)
  await placeCall(sandbox, subscriber.url, number)
  const sid = (await page.note(isCallThat('ringing')))?.calls?.[0]?.sid
  page.send({ type: 'answer', sid })
  await page.note(({ type, text }) => type === 'say' && text === 'Press 1')
  expect(page.frames.map(({ length }) => length)).toEqual([160, 160, 160, 160, 160, 160, 160])
  expect(Buffer.concat(page.frames).subarray(0, 1_000)).toEqual(Buffer.from(mulaw))
  page.send({ type: 'key', sid, key: '1' })
  await page.note(({ type }) => type === 'silence')
  await page.note(isCallThat('completed'))
  expect(subscriber.at('/keys')[0]?.parameters).toMatchObject({ Digits: '1' })
})

test('the page can decline a call, and closing the page hangs up', async () => {
  await using sandbox = await startSandbox()
  await using subscriber = await startSubscriber()
  subscriber.answer('/voice', response('<Pause length="60"/>'))
  const page = await openPage(sandbox)
  await placeCall(sandbox, subscriber.url, number)
  page.send({ type: 'decline', sid: (await page.note(isCallThat('ringing')))?.calls?.[0]?.sid })
  expect(await page.note(isCallThat('busy'))).toBeDefined()
  await placeCall(sandbox, subscriber.url, number)
  page.send({ type: 'answer', sid: (await page.note(isCallThat('ringing')))?.calls?.[0]?.sid })
  await page.note(isCallThat('in-progress'))
  const other = await openPage(sandbox)
  page.close()
  expect(await other.note(isCallThat('completed'))).toBeDefined()
  other.close()
})

test('a call that nobody answers in the page ends after its ring time', async () => {
  await using sandbox = await startSandbox()
  await using subscriber = await startSubscriber()
  const page = await openPage(sandbox)
  await placeCall(sandbox, subscriber.url, number, { Timeout: '1' })
  expect(await page.note(isCallThat('no-answer'))).toBeDefined()
  page.close()
})

test('a sandbox that stops does not report its calls as completed', async () => {
  await using subscriber = await startSubscriber()
  subscriber.answer('/voice', response('<Pause length="600"/>'))
  const sandbox = await startSandbox()
  const page = await openPage(sandbox)
  await placeCall(sandbox, subscriber.url, number)
  page.send({ type: 'answer', sid: (await page.note(isCallThat('ringing')))?.calls?.[0]?.sid })
  await page.note(isCallThat('in-progress'))
  await sandbox.close()
  expect(subscriber.at('/status').map(({ parameters }) => parameters['CallStatus'])).not.toContain('completed')
})

test.each([
  ['another web page', 'https://evil.example'],
  ['no page at all', undefined],
])('a socket from %s is refused', async (_case, origin) => {
  await using sandbox = await startSandbox()
  const address = `${sandbox.url.replace('http', 'ws')}/sandbox/socket`
  const socket = new WebSocket(address, origin === undefined ? {} : { origin })
  const [error] = (await once(socket, 'error').catch((reason: unknown) => [reason])) as [Error]
  expect(String(error)).toContain('403')
})

test('the page runs only its own scripts, and other pages cannot read the API', async () => {
  await using sandbox = await startSandbox()
  const page = await fetch(sandbox.url)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const foreign = await fetch(`${sandbox.url}/sandbox/mails`, { headers: { origin: 'https://evil.example' } })
  expect(foreign.status).toBe(403)
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
})
