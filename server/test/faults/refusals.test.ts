import { TROUBLE_SEEN_FOR_MS } from '@reveille/core/calls/carrier-trouble'
import { faults, type FaultOrder } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false }

type Refusal = { status: number; code: number }
type Line = { callId?: number; msg: string; refusal?: Refusal; error?: Refusal }

function newLog() {
  const lines: string[] = []
  return { lines, logTo: { write: (line: string) => void lines.push(line) } }
}

/** The carrier's responses about calls, as logged. */
function logged(lines: readonly string[], words: string): (Refusal | undefined)[] {
  const told = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === words)
  return told.map(({ refusal, error }) => refusal ?? (error && { status: error.status, code: error.code }))
}

/** The stored timelines, without the entries before the carrier's response. */
async function answersKept(app: TestApp): Promise<string[]> {
  const rows = await app.services.db.selectFrom('call_events').select(['kind', 'detail']).orderBy('id').execute()
  return rows.filter(({ kind }) => kind !== 'dialling').map(({ kind, detail }) => `${kind}: ${detail}`)
}

async function counted(app: TestApp, name: string): Promise<string[]> {
  const lines = (await app.services.metrics.text()).split('\n')
  return lines
    .filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'))
    .map((line) => line.slice(name.length))
}

test("CALL-5 HIST-4 each refused call's log, timeline and metrics name the refusal", async () => {
  const refused = [
    [401, 20003, 'not-placed: 401/20003', 'misconfigured', '20003'],
    [403, 20005, 'not-placed: 403/20005', 'misconfigured', '20005'],
    [404, 20404, 'not-placed: 404/20404', 'misconfigured', '20404'],
    [400, 987654, 'not-placed: 400/987654', 'misconfigured', 'other'],
    [429, 20429, 'not-placed: 429/20429', 'not-placed', '20429'],
    [400, 21211, 'failed: invalid-number 400/21211', 'rejected', '21211'],
    [403, 32224, 'failed: not-permitted 403/32224', 'rejected', '32224'],
    [503, 20503, 'in-doubt: 503/20503', 'in-doubt', '20503'],
  ] as const
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: NOW, logTo })
  for (const [status, code] of refused) {
    const person = await app.person()
    await person.schedule(MORNING)
    const order: FaultOrder = { fault: 'refuse', status, code, times: null, to: person.phone }
    await faults(app.sandbox.url).add(order)
  }
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot

  const byCode = (one: Refusal | undefined, other: Refusal | undefined) => (one?.code ?? 0) - (other?.code ?? 0)
  const responses = refused.map(([status, code]) => ({ status, code }))
  expect(logged(lines, 'call requested').toSorted(byCode)).toEqual(responses.toSorted(byCode))
  expect((await answersKept(app)).toSorted()).toEqual(refused.map(([, , event]) => event).toSorted())
  expect((await counted(app, 'reveille_carrier_failures_total')).toSorted()).toEqual(
    refused.map(([status, , , , label]) => `{request="call",status="${status}",code="${label}"} 1`).toSorted(),
  )
  expect((await counted(app, 'reveille_calls_requested_total')).toSorted()).toEqual([
    '{outcome="in-doubt"} 1',
    '{outcome="misconfigured"} 4',
    '{outcome="not-placed"} 1',
    '{outcome="rejected"} 2',
  ])
})

test('CALL-5 S40 with a wrong account the log says so at once, calls record why, owners read words, and the carrier counts as failing', async () => {
  const { lines, logTo } = newLog()
  const token = 'a-token-of-another-account'
  await using app = await startTestApp({
    now: NOW,
    logTo,
    settings: { TWILIO_AUTH_TOKEN: token, CALLS_PER_SECOND: '1000000' },
  })
  const [person, ...others] = [await app.person(), await app.person(), await app.person()]
  for (const each of [person, ...others]) await each.schedule(MORNING)
  await app.clock.advance({ minutes: 19, seconds: 59 })
  expect(await person.history()).toEqual([])
  await app.clock.advance({ minutes: 1, seconds: 1 })

  const refusals = logged(lines, 'carrier rejected call: misconfigured')
  expect(refusals.length).toBeGreaterThan(10)
  expect(refusals.every((refusal) => refusal?.status === 401 && refusal.code === 20003)).toBe(true)
  expect((await answersKept(app)).at(-1)).toBe('failed: misconfigured 401/20003')
  const [call] = await person.history()
  const told = await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)
  expect(told.body.timeline.at(-1)?.what).toBe(
    "The call was refused because of a problem on our side. We've been alerted",
  )
  expect(JSON.stringify(told.body)).not.toMatch(/20003|HTTP|\b401\b/)
  const calls = await app.services.db.selectFrom('calls').select('token').execute()
  for (const secret of [person.phone.slice(1), token, app.sandbox.accountSid, app.sandbox.url, calls[0]!.token])
    expect(lines.join('')).not.toContain(secret)

  const ends = app.services.db.selectFrom('call_events').select('at').where('kind', '=', 'failed').orderBy('at')
  const [first] = await ends.execute() // their ends may lie a retry apart
  // By then the earlier tries are too old to count, so only the calls' ends count.
  await app.clock.advance({ ms: first!.at + TROUBLE_SEEN_FOR_MS - 5_000 - app.clock.now() })
  expect((await person.get('/api/carrier')).body).toMatchObject({ troubled: true })
})

test("CALL-3 CALL-5 after a day of refused lookups the log, the metric and the call's end name the refusal", async () => {
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: NOW, logTo })
  const person = await app.person()
  await person.schedule({ ...MORNING, weekdays: ['fri'] })
  await faults(app.sandbox.url).add({ fault: 'refuse', status: 500, code: 20500 })
  await app.clock.advance({ minutes: 10 })
  await app.restart({ TWILIO_AUTH_TOKEN: 'a-token-of-another-account' })
  await app.clock.advance({ hours: 25 })

  expect(await answersKept(app)).toEqual(['in-doubt: 500/20500', 'failed: not-learnt 401/20003'])
  const refused = logged(lines, 'call lookup failed')
  expect(refused).toEqual(refused.map(() => ({ status: 401, code: 20003 })))
  expect(await counted(app, 'reveille_carrier_failures_total')).toEqual([
    `{request="question",status="401",code="20003"} ${refused.length + logged(lines, 'carrier does not answer').length}`,
  ])
})

test("CALL-9 the log and the metric name a text's refusal", async () => {
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: NOW, logTo })
  const person = await app.person()
  await person.schedule({ ...MORNING, wakeupTime: '06:50', advanceNotice: true })
  await faults(app.sandbox.url).add({ fault: 'refuse', what: 'text', status: 403, code: 21614 })
  await app.clock.advance({ minutes: 29 })

  expect(logged(lines, 'carrier rejected announcement')).toEqual([{ status: 403, code: 21614 }])
  expect(await counted(app, 'reveille_carrier_failures_total')).toEqual([
    `{request="text",status="403",code="21614"} 1`,
  ])
  expect(lines.join('')).not.toContain(person.phone.slice(1))
})
