import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureOf } from '../../src/carrier/twilio/signature.ts'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

type Form = Record<string, string>
type Told = { path: string; form: Form; signature: string | null; headers?: Form }

async function tell({ path, form, signature, headers = {} }: Told): Promise<{ status: number; body: string }> {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...(signature === null ? {} : { 'x-twilio-signature': signature }), ...headers },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: await answer.text() }
}

const signed = (path: string, form: Form, url = app.url): Told => ({
  path,
  form,
  signature: signatureOf(app.sandbox.authToken, url + path, form),
})

/** A sample call that rings now, with the ids and token of its callbacks. */
async function ringing(phone: string) {
  const person = await app.person({ phone })
  const handset = await app.phone(phone)
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  const call = await handset.expectCall()
  const { token, carrier_call_id } = await app.services.db
    .selectFrom('calls')
    .select(['token', 'carrier_call_id'])
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  return { person, call, token, sid: carrier_call_id! }
}

async function story(person: Person): Promise<unknown> {
  const [call] = await person.history()
  const { body } = await person.get<object>(`/api/call/${call?.id}`)
  return body
}

test('S29 a callback not signed for our exact address and exact fields is refused and changes nothing', async () => {
  const { person, call, token, sid } = await ringing('+4915123450081')
  const path = `/callbacks/status/${token}`
  const form = { CallSid: sid, CallStatus: 'completed', CallDuration: '60' }
  const good = signed(path, form)
  const before = await story(person)
  const forged: Record<string, Told> = {
    'no signature': { ...good, signature: null },
    'an empty one': { ...good, signature: '' },
    garbage: { ...good, signature: '%'.repeat(10_000) },
    'of another secret': { ...good, signature: signatureOf('another', app.url + path, form) },
    'of no secret': { ...good, signature: signatureOf('', app.url + path, form) },
    'of another body': { ...good, form: { ...form, CallStatus: 'failed' } },
    'with a further field': { ...good, form: { ...form, AnsweredBy: 'machine_start' } },
    'for another call': { ...good, path: '/callbacks/status/another' },
    'with a further question': { ...good, path: `${path}?x=1` },
    'for https': signed(path, form, app.url.replace('http:', 'https:')),
    'for a host that it names itself': {
      ...signed(path, form, 'http://evil.example'),
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    },
  }
  for (const [what, told] of Object.entries(forged)) expect([what, (await tell(told)).status]).toEqual([what, 403])
  for (const kind of [
    'voice',
    'key',
    'machine',
    'recording',
    'code-text',
    'announcement',
    'code-call/voice',
    'code-call/status',
  ]) {
    expect((await tell({ ...good, path: `/callbacks/${kind}/${token}`, signature: 'x' })).status).toBe(403)
  }
  for (const kind of ['text', 'text-news', 'inbound-call']) {
    expect((await tell({ ...good, path: `/callbacks/${kind}`, signature: 'x' })).status).toBe(403)
  }
  expect(await story(person)).toEqual(before)
  await call.decline()
})

/** The first line of the response to a request head whose body is never sent. */
async function answerToHead(path: string, headers: Form): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const all = { host: hostname, 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.setEncoding('utf8').write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [answer] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return answer.split('\r\n', 1)[0]!
}

test.each([
  'status/a',
  'machine/a',
  'voice/a',
  'key/a',
  'recording/a',
  'text',
  'inbound-call',
  'code-text/a',
  'announcement/a',
  'code-call/voice/a',
  'code-call/status/a',
  'text-news',
])('S57 /callbacks/%s refuses an unsigned or too large request before reading its body', async (rest) => {
  const path = `/callbacks/${rest}`
  const length = { 'content-length': '44000' }
  for (const unsigned of [{}, { 'x-twilio-signature': '' }, { 'x-twilio-signature': 'x'.repeat(28) }]) {
    expect(await answerToHead(path, { ...length, ...unsigned })).toContain(' 403 ')
  }
  const formed = { 'x-twilio-signature': signatureOf('another', app.url + path, {}) }
  expect(await answerToHead(path, { ...length, ...formed })).toContain(' 413 ')
})

test('S57 a callback with thousands of fields is refused, even if signed', async () => {
  const form = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [n.toString(36), '']))
  expect((await tell(signed('/callbacks/status/a', form))).status).toBe(403)
})

test('S57 CALL-9 the longest text a phone can send is accepted', async () => {
  const form = { From: '+4915123450089', MessageSid: 'SM89', Body: '🐓'.repeat(1_600) }
  expect(await tell(signed('/callbacks/text', form))).toMatchObject({ status: 200 })
})

test('S30 I10 every callback of a call, repeated ten times, changes nothing and causes no call', async () => {
  const { person, call, token, sid } = await ringing('+4915123450082')
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ seconds: 5 })
  const before = await story(person)
  const statuses = ['initiated', 'ringing', 'in-progress', 'completed', 'no-answer', 'busy', 'failed', 'canceled']
  const told = [
    ...statuses.map((CallStatus) => signed(`/callbacks/status/${token}`, { CallSid: sid, CallStatus })),
    signed(`/callbacks/machine/${token}`, { CallSid: sid, AnsweredBy: 'human' }),
    ...['1', '2', '9', '0'].map((Digits) => signed(`/callbacks/key/${token}?round=1`, { CallSid: sid, Digits })),
  ]
  for (let times = 0; times < 10; times++) {
    const answers = await Promise.all(told.map(tell))
    expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  }
  await app.clock.advance({ hours: 1 })
  expect(await story(person)).toEqual(before)
  const created = (await app.carrierLog()).filter(({ kind, to }) => kind === 'call-created' && to === person.phone)
  expect(created).toHaveLength(1)
  expect((await person.get<unknown[]>('/api/schedule')).body).toEqual([])
})

test("S30 I11 a signed callback about an unknown or somebody else's call tells the carrier to hang up", async () => {
  const { person, call, token } = await ringing('+4915123450083')
  const before = await story(person)
  const strange = { CallSid: 'CA00000000000000000000000000000000', CallStatus: 'completed' }
  for (const path of ['/callbacks/status/unknown', `/callbacks/status/${token}`]) {
    expect((await tell(signed(path, strange))).status).toBe(204)
  }
  const delivered = { MessageSid: 'SM00000000000000000000000000000000', MessageStatus: 'delivered' }
  for (const path of ['/callbacks/announcement/unknown', '/callbacks/code-text/unknown'])
    expect((await tell(signed(path, delivered))).status).toBe(204)
  for (const path of ['/callbacks/voice/unknown', `/callbacks/voice/${token}`, `/callbacks/key/${token}?round=1`]) {
    const { status, body } = await tell(signed(path, { ...strange, Digits: '0' }))
    expect({ status, body }).toMatchObject({
      status: 200,
      body: expect.stringMatching(/<Response><Hangup\/><\/Response>/),
    })
  }
  expect(await story(person)).toEqual(before)
  await call.decline()
})

test('S39 CALL-6 a call first says who is calling, and says how to stop all calls', async () => {
  const person = await app.person({ phone: '+4915123450085', name: 'Robin Sleeper' })
  const handset = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '08:30', timezone: 'UTC' })
  await app.clock.advance({ ms: Date.parse('2027-01-15T08:25:00Z') - app.clock.now() })
  // The carrier's own voice speaks, so that the test can read the words.
  await app.services.db.updateTable('calls').set({ script: null }).where('user_id', '=', person.userId).execute()
  await app.clock.advance({ minutes: 5, seconds: 1 })
  const call = await handset.expectCall()
  await call.pickUp()
  await call.press('1')
  const [first, , message] = await call.heard()
  expect(first).toMatchObject({ verb: 'Say', text: 'Reveille wake-up call for Robin.' })
  expect(message).toMatchObject({ verb: 'Say', text: expect.stringMatching(/ Press 0 twice to stop all calls\.$/) })
})
