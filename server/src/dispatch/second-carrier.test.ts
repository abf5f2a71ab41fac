import { carrierLog, faults, handset, type FaultOrder } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { logged, startCalls } from '../../test/harness/app/start-calls.ts'
import { startTwoCarriers } from '../../test/harness/app/start-two-carriers.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { handleCarrierEvent } from '../calls/handle-carrier-event.ts'
import { reconcileCalls } from '../calls/reconcile.ts'
import type { Result } from '../calls/record-answers.ts'
import { transferRecordings } from '../calls/recordings/fetch-recordings.ts'
import { signatureOf } from '../carrier/twilio/signature.ts'
import { carrierChoice, MOST_UNANSWERED } from './carrier-choice.ts'

const NOW = '2027-01-15T06:29:50Z'
const SIX_THIRTY = { wakeupTime: '06:30', timezone: 'Etc/UTC', callRetry: false }
const ALWAYS = { times: null }

type Carriers = Awaited<ReturnType<typeof startTwoCarriers>>

/** One person whose call is due in ten seconds, and their phone at either carrier. */
async function oneSleeper({ app, second }: Carriers, schedule = SIX_THIRTY) {
  const person = await app.person()
  await person.schedule(schedule)
  const [phone, atSecond] = [await app.phone(person.phone), await handset(second.url, person.phone)]
  return { person, phone, atSecond }
}

/** The requests for calls that a carrier got. */
async function createdAt(url: string): Promise<Record<string, unknown>[]> {
  return (await carrierLog(url)).filter(({ kind }) => kind === 'call-created')
}

test.each<[string, FaultOrder]>([
  ['refuses our account', { fault: 'refuse', status: 401, code: 20003, ...ALWAYS }],
  ['has no capacity', { fault: 'refuse', code: 10004, ...ALWAYS }],
  ['may not call the country', { fault: 'refuse', code: 21215, ...ALWAYS }],
])(
  'CARRIER-11 CALL-1 where the first carrier %s, the second one rings at once, from its number',
  async (_what, fault) => {
    await using carriers = await startTwoCarriers({ now: NOW })
    const { app, second } = carriers
    const { person, atSecond } = await oneSleeper(carriers)
    await faults(app.sandbox.url).add(fault)
    await app.clock.advance({ seconds: 11 })
    const call = await atSecond.expectCall()
    expect(await call.state()).toMatchObject({ from: second.phoneNumber })
    await call.pickUp()
    await call.press('1')
    await app.clock.advance({ seconds: 5 })
    expect(await person.history()).toMatchObject([{ status: 'completed' }])
    const row = await app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ carrier: 2, carrier_call_id: call.sid, caller_number: second.phoneNumber })
    expect(row.fetched_at).not.toBeNull()
  },
)

test.each<[string, FaultOrder]>([
  ['accepts it and answers with an error', { fault: 'accept-then-5xx' }],
  ['accepts it and breaks the connection', { fault: 'accept-then-reset' }],
])('CARRIER-11 CALL-3 a call in doubt rings once, by the first carrier alone, which %s', async (_what, fault) => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app, second } = carriers
  const { person, phone } = await oneSleeper(carriers)
  await faults(app.sandbox.url).add(fault)
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 15 })
  expect(await person.history()).toMatchObject([{ status: 'completed' }])
  expect(await createdAt(second.url)).toEqual([])
})

test("CARRIER-11 a number's own fault is no carrier's: nobody dials it again", async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app, second } = carriers
  const { person } = await oneSleeper(carriers)
  await faults(app.sandbox.url).add({ fault: 'refuse', code: 21211, ...ALWAYS })
  await app.clock.advance({ minutes: 11 })
  expect(await person.history()).toMatchObject([{ status: 'failed' }])
  expect(await createdAt(second.url)).toEqual([])
})

test('CARRIER-11 what neither carrier may call is asked of each once, and the person is told', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app, second } = carriers
  const { person } = await oneSleeper(carriers)
  for (const url of [app.sandbox.url, second.url]) await faults(url).add({ fault: 'refuse', code: 21215, ...ALWAYS })
  await app.clock.advance({ minutes: 1 })
  const asked = app.services.db.selectFrom('call_events').select('kind').where('kind', '=', 'dialling')
  expect(await asked.execute()).toHaveLength(2)
  expect(await person.history()).toMatchObject([{ status: 'failed' }])
})

test('CARRIER-11 a 429 is a matter of seconds, and the third in a row one of the second carrier', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app } = carriers
  const { atSecond } = await oneSleeper(carriers)
  await faults(app.sandbox.url).add({ fault: 'too-many-requests', ...ALWAYS })
  await app.clock.advance({ minutes: 1 })
  await (await atSecond.expectCall()).decline()
  const kinds = (await app.services.db.selectFrom('call_events').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
  expect(kinds.filter((kind) => kind === 'not-placed')).toHaveLength(3)
})

test('CARRIER-11 once 20 calls have failed, none of the others asks the first carrier', async () => {
  const people = MOST_UNANSWERED + 5
  const log = logged()
  await using carriers = await startTwoCarriers({ now: NOW, logTo: log.to })
  const { app, second } = carriers
  const { db } = app.services
  await faults(app.sandbox.url).add({ fault: '5xx-before-accepting', ...ALWAYS })
  // Nobody has a phone at the second one.
  await faults(second.url).add({ fault: 'refuse', code: 21211, ...ALWAYS })
  await putPlannedCalls(db, { count: people, dueAt: app.clock.now() + 10_000 })
  await app.clock.advance({ seconds: 14 })
  const calls = await db.selectFrom('calls').select(['carrier', 'stage']).execute()
  const doubtful = calls.filter(({ carrier }) => carrier === 1)
  expect(doubtful.length).toBeLessThanOrEqual(MOST_UNANSWERED)
  expect(new Set(doubtful.map(({ stage }) => stage))).toEqual(new Set(['in_doubt']))
  expect(calls.filter(({ carrier, stage }) => carrier === 2 && stage === 'ended')).toHaveLength(
    people - doubtful.length,
  )
  expect(log.said('carrier fails: breaker opened')).toMatchObject([{ carrier: 1 }])
})

test('CARRIER-11 a carrier that recovers gets a question first, then a follow-up, and only then first calls', async () => {
  const log = logged()
  await using carriers = await startTwoCarriers({ now: NOW, logTo: log.to })
  const { app, second } = carriers
  const sleepers = []
  for (const n of [1, 2, 3])
    sleepers.push({ person: await app.person({ email: `${n}@example.com`, phone: `+1202555010${n}` }) })
  for (const { person } of sleepers) await person.schedule({ ...SIX_THIRTY, callRetry: true })
  const phones = await Promise.all(sleepers.map(({ person }) => app.phone(person.phone)))
  const atSecond = await Promise.all(sleepers.map(({ person }) => handset(second.url, person.phone)))
  await faults(app.sandbox.url).add({ fault: 'refuse', status: 401, code: 20003, ...ALWAYS })
  await app.clock.advance({ seconds: 13 })
  await faults(app.sandbox.url).clear()
  for (const phone of atSecond) await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: 30 })
  expect(log.said('carrier recovers')).toMatchObject([{ carrier: 1, state: 'half-open' }])

  const late = await app.person({ email: 'late@example.com', phone: '+12025550104' })
  await late.schedule({ ...SIX_THIRTY, wakeupTime: '06:31' })
  const lateAtSecond = await handset(second.url, late.phone)
  await app.clock.advance({ seconds: 29 }) // to 06:31:02, before the retries
  await (await lateAtSecond.expectCall()).decline()
  await app.clock.advance({ seconds: 40 })
  const retries = await createdAt(app.sandbox.url)
  expect(retries).toHaveLength(1)
  expect(log.said('carrier recovers').at(-1)).toMatchObject({ state: 'closed' })
  const tried = phones.find(({ number }) => number === retries[0]!['to'])!
  await (await tried.expectCall()).decline()
  for (const phone of atSecond.filter(({ number }) => number !== tried.number))
    await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 5 })
  for (const phone of phones) await (await phone.expectCall()).decline() // the last tries leave by the first again
})

test('CARRIER-11 an operator uses the first carrier for no call', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app } = carriers
  const { atSecond } = await oneSleeper(carriers)
  const off = app.services.db.updateTable('carrier_rate').set({ off_at: new Date(app.clock.now()) })
  await off.where('id', '=', 1).execute()
  await app.clock.advance({ seconds: 11 })
  await (await atSecond.expectCall()).decline()
  expect(await createdAt(app.sandbox.url)).toEqual([])
})

test('CARRIER-11 a call that has its slot when an operator turns its carrier off no longer leaves by it, even if the other one fails', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { services, clock } = carriers.app
  const choice = carrierChoice(services)
  const now = clock.now()
  const call = { carrier: 2, dueAt: now } as Result['call']
  const placed = { outcome: 'rejected', reason: 'held-account' } as Result['placed']
  for (let refused = 0; choice.hasOther(1) && refused < 100; refused++) {
    await choice.enter(2)
    choice.left({ call, sentAt: now, at: now, placed })
  }
  expect(choice.hasOther(1)).toBe(false)
  expect(await choice.enter(1)).toBe(true)
  await services.db
    .updateTable('carrier_rate')
    .set({ off_at: new Date(now) })
    .where('id', '=', 1)
    .execute()
  await choice.look()
  expect(await choice.enter(1)).toBe(false)
  choice.stop()
})

test('CARRIER-11 twenty requests leave before the first answer of a carrier, and the next one waits for it', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { services, clock } = carriers.app
  const choice = carrierChoice(services)
  const [sentAt, at] = [clock.now(), clock.now()]
  for (let left = 0; left < 20; left++) expect(await choice.enter(1)).toBe(true)
  let answers = 0
  const next = choice.enter(1).then(() => answers)
  await services.db.selectFrom('carrier_rate').selectAll().execute() // time enough to leave
  answers = 1
  choice.left({
    call: { carrier: 1, dueAt: at } as Result['call'],
    sentAt,
    at,
    placed: { outcome: 'accepted' } as Result['placed'],
  })
  expect(await next).toBe(1)
})

test('CARRIER-11 while the first carrier answers no question, it counts as failed, and follow-ups leave by the second', async () => {
  const log = logged()
  await using carriers = await startTwoCarriers({ now: NOW, logTo: log.to })
  const { app, second } = carriers
  const phones = []
  for (const n of [1, 2, 3]) {
    const person = await app.person({ email: `${n}@example.com`, phone: `+1202555010${n}` })
    await person.schedule({ ...SIX_THIRTY, callRetry: true })
    phones.push(await handset(second.url, person.phone))
  }
  await app.sandbox.close()
  await app.clock.advance({ seconds: 13 })
  expect(log.said('carrier fails: breaker opened')).toMatchObject([{ carrier: 1 }])
  for (const phone of phones) await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 2 })
  for (const phone of phones) await (await phone.expectCall()).decline()
  expect(log.said('carrier recovers')).toEqual([])
  await app.restartCarrier()
})

test("CARRIER-11 S29 a callback of the second carrier counts only with its own signature, and the first one's about it never", async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app, second } = carriers
  const { atSecond } = await oneSleeper(carriers)
  await faults(app.sandbox.url).add({ fault: 'refuse', status: 403, ...ALWAYS })
  await app.clock.advance({ seconds: 11 })
  const call = await atSecond.expectCall()
  const row = () => app.services.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const { token } = await row()
  const form = { CallSid: call.sid, CallStatus: 'completed', CallDuration: '60' }
  const tell = async (path: string, key: string) => {
    const headers = { 'x-twilio-signature': signatureOf(key, app.url + path, form) }
    return (await fetch(app.url + path, { method: 'POST', headers, body: new URLSearchParams(form) })).status
  }
  const [ofFirst, ofSecond] = [`/callbacks/status/${token}`, `/carriers/2/callbacks/status/${token}`]
  expect(await tell(ofSecond, app.sandbox.authToken)).toBe(403)
  expect(await tell(ofFirst, second.authToken)).toBe(403)
  expect(await tell(ofFirst, app.sandbox.authToken)).toBe(204) // genuine, but not about a call of the first one
  expect((await row()).stage).toBe('placed')
  expect(await tell(ofSecond, second.authToken)).toBe(204)
  expect((await row()).stage).toBe('ended')
  expect((await fetch(`${app.url}/carriers/2/api/schedules`)).status).toBe(404)
  await app.restart({
    CARRIER_2_ACCOUNT_SID: '',
    CARRIER_2_AUTH_TOKEN: '',
    CARRIER_2_PHONE_NUMBER: '',
    CARRIER_2_API_URL: '',
  })
  expect(await tell(ofSecond, second.authToken)).toBe(403)
})

test('CARRIER-11 a start without the second carrier is refused in words while a call of it is open', async () => {
  await using carriers = await startTwoCarriers({ now: NOW })
  const { app } = carriers
  const { atSecond } = await oneSleeper(carriers)
  await faults(app.sandbox.url).add({ fault: 'refuse', status: 403, ...ALWAYS })
  await app.clock.advance({ seconds: 11 })
  const call = await atSecond.expectCall()
  const without = Object.fromEntries(
    ['ACCOUNT_SID', 'AUTH_TOKEN', 'PHONE_NUMBER', 'API_URL'].map((name) => [`CARRIER_2_${name}`, '']),
  )
  await expect(app.restart(without)).rejects.toThrow(
    /^CARRIER_2_ACCOUNT_SID isn't set, but the second carrier has open calls or recordings of ours \(1\)/,
  )
  await app.restart()
  await call.decline()
  await app.restart(without)
})

const BESIDE = {
  CARRIER_2_ACCOUNT_SID: 'AC2',
  CARRIER_2_AUTH_TOKEN: 'of the second',
  CARRIER_2_PHONE_NUMBER: '+12025550177',
  CARRIER_2_API_URL: 'http://127.0.0.1:1',
}

test('CARRIER-11 somebody picked up, but their carrier never asked what to say: the next try leaves by the other one', async () => {
  const dueAt = Date.parse('2027-01-15T06:30:00Z')
  await using started = await startCalls({ now: dueAt + 60_000, settings: BESIDE })
  const { services, call, occurrence, lines, db } = started
  for (const id of [1, 2]) {
    await occurrence(id, { call_retry: true })
    const answered_at = new Date(dueAt + 20_000)
    const [stage, status] = ['placed', 'answered'] as const
    await call(id, {
      stage,
      status,
      holds_line: true,
      carrier_call_id: `CA${id}`,
      answered_at,
      ringing_at: answered_at,
    })
  }
  await call(2, { fetched_at: new Date(dueAt + 21_000) })
  const ended = { type: 'ended', at: dueAt + 30_000, how: 'hung-up', talkedS: 10 } as const
  for (const id of [1, 2]) await handleCarrierEvent(services, `token${id}`, `CA${id}`, ended)
  expect(await lines(1)).toEqual(['ended failed'])
  const next = await db
    .selectFrom('calls')
    .select(['kind', 'carrier'])
    .where('attempt', '=', 2)
    .orderBy('occurrence_id')
    .execute()
  expect(next).toEqual([
    { kind: 'retry', carrier: 2 },
    { kind: 'wake-check', carrier: 1 },
  ])
})

test('CARRIER-11 CALL-13 a recording is deleted at the carrier that has it', async () => {
  await using started = await startCalls({ now: Date.parse(NOW), settings: BESIDE })
  const { services, clock, db } = started
  const deleted: string[] = []
  services.carrier.deleteRecording = async (id) => void deleted.push(`first ${id}`)
  services.secondCarrier!.deleteRecording = async (id) => void deleted.push(`second ${id}`)
  const at = new Date(clock.now())
  const about = { call_id: null, file_key: null, due_at: at, created_at: at }
  await db
    .insertInto('carrier_recordings')
    .values([
      { recording_id: 'RE1', ...about },
      { recording_id: 'RE2', carrier: 2, ...about },
    ])
    .execute()
  await transferRecordings(services)
  expect(deleted.toSorted()).toEqual(['first RE1', 'second RE2'])
})

test('CARRIER-11 OPS-7 after a restore nobody knows by which carrier a call left, so both are asked, and either is believed', async () => {
  const now = Date.parse('2027-01-15T06:36:00Z')
  await using started = await startCalls({ now, settings: BESIDE })
  const { services, call, callNow } = started
  const marked_at = new Date('2027-01-15T06:30:10Z')
  const doubtful = { stage: 'in_doubt', holds_line: true, marked_at, ask_at: marked_at, caller_number: null } as const
  for (const id of [1, 2, 3]) await call(id, { ...doubtful, phone: `+120000000${id}` })
  const asked: string[] = []
  /** The first call left under the mark, the second minutes later, when the first carrier had said no. */
  const lists = (name: string, has: string, laterMs: number) => async (to: string) => {
    asked.push(`${name} ${to}`)
    const event = { type: 'ringing', at: now } as const
    return has === to ? [{ carrierCallId: `CA ${to}`, createdAt: marked_at.getTime() + laterMs, event }] : []
  }
  services.carrier.recentCalls = lists('first', '+1200000001', 0)
  services.secondCarrier!.recentCalls = lists('second', '+1200000002', 4 * 60_000)
  await reconcileCalls(services)
  expect(asked).toHaveLength(6)
  expect(await callNow(1)).toMatchObject({ stage: 'placed', carrier: 1, carrier_call_id: 'CA +1200000001' })
  expect(await callNow(2)).toMatchObject({ stage: 'placed', carrier: 2, carrier_call_id: 'CA +1200000002' })
  expect(await callNow(3)).toMatchObject({ stage: 'planned' })
  await call(3, doubtful)
  const ringing = { type: 'ringing', at: now, from: 2 } as const
  expect(await handleCarrierEvent(services, 'token3', 'CA3', ringing)).toBe('handled')
  expect(await callNow(3)).toMatchObject({ stage: 'placed', carrier: 2 })
  expect(await handleCarrierEvent(services, 'token3', 'CA3', { ...ringing, from: 1 })).toBe('foreign')
})
