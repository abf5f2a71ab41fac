import { expect, test } from 'vitest'
import { startServed } from '../../../test/harness/app/start-served.ts'
import { startSampleCall } from './start-sample-call.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const DAY_S = 86_400
type Refused = { message: string; reason: string }

/** Three people who want to try the service, through the function or its route. */
async function startTrying() {
  const started = await startServed({ now: NOW })
  const { services, db, occurrence, person } = started
  await db.deleteFrom('calls').execute()
  const samples = () =>
    db
      .selectFrom('calls')
      .innerJoin('occurrences', 'occurrences.id', 'calls.occurrence_id')
      .select(['calls.id', 'calls.user_id as userId', 'calls.kind', 'calls.due_at as dueAt', 'calls.voice', 'timezone'])
      .orderBy('calls.id')
      .execute()
  return {
    ...started,
    samples,
    sample: (userId: number, zone?: string) => startSampleCall(services, userId, zone),
    ask: async (userId: number, body?: object) =>
      (await person(userId)).post<Refused & { callId: number }>('/api/call/sample', body),
    /** Marks the newest sample as heard. */
    heard: async () => {
      const { id } = await db.selectFrom('occurrences').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      await occurrence(id, { outcome: 'answered', outcome_at: new Date(NOW) })
    },
  }
}

test("CALL-12 S37 a sample rings at once in one's own voice, one at a time, three a day, and again a day after the first", async () => {
  await using started = await startTrying()
  const { sample, samples, heard, clock, published, call, ask } = started
  const first = await sample(2)
  expect(first).toMatchObject({ outcome: 'started' })
  const [planned] = await samples()
  expect(planned).toMatchObject({ userId: 2, kind: 'sample', dueAt: NOW, voice: 'liam', timezone: 'UTC' })
  expect(first).toEqual({ outcome: 'started', callId: planned!.id })
  expect(published).toEqual(['calls of 2'])
  expect(await sample(2)).toEqual({ outcome: 'under-way' })
  expect((await ask(2)).body).toMatchObject({ message: 'A sample call is already on its way to your phone.' })
  await call(planned!.id, { stage: 'ended' })
  await heard()
  for (let more = 2; more <= 3; more++) {
    await clock.advance({ seconds: 1 })
    expect(await sample(2)).toMatchObject({ outcome: 'started' })
    await heard()
  }
  expect(await sample(2)).toEqual({ outcome: 'too-many', retryAfterS: DAY_S - 2 })
  const refused = await ask(2)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(DAY_S - 2)])
  expect(refused.body).toMatchObject({
    reason: 'sample-limit-reached',
    message: expect.stringMatching(/^You've used your 3 sample calls for today\. You can try again .+\.$/),
  })
  expect(published.length).toBe(3)
  expect(await sample(1)).toMatchObject({ outcome: 'started' })
  await heard()
  await clock.advance({ hours: 23, minutes: 59, seconds: 57 })
  expect(await sample(2)).toEqual({ outcome: 'too-many', retryAfterS: 1 })
  await clock.advance({ seconds: 1 })
  expect(await sample(2)).toMatchObject({ outcome: 'started' })
})

test('CALL-12 S35 S37 a number whose samples went to another account is held back, and refused requests use up nothing', async () => {
  await using started = await startTrying()
  const { db, sample, heard, ask, clock } = started
  await started.sample(1)
  for (let times = 0; times < 9; times++) expect(await sample(1)).toEqual({ outcome: 'under-way' })
  await heard()
  for (let more = 2; more <= 3; more++) {
    await clock.advance({ seconds: 1 })
    expect(await sample(1)).toMatchObject({ outcome: 'started' })
    await heard()
  }
  // Another account proves the number.
  const phone = '+12000000001'
  await db.updateTable('users').set({ phone: null, phone_verified: false }).where('id', '=', 1).execute()
  await db.updateTable('users').set({ phone }).where('id', '=', 2).execute()
  const held = await sample(2)
  expect(held).toEqual({ outcome: 'held-back', retryAfterS: expect.any(Number) })
  const { status, body, headers } = await ask(2)
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(body).toMatchObject({
    reason: 'too-many-requests',
    message: expect.stringMatching(/^There have been too many sample calls to this number or similar ones\. You can/),
  })
})

test('CALL-12 a person who may not be called is told why, and no sample is planned', async () => {
  await using started = await startTrying()
  const { db, sample, samples, ask } = started
  await db.updateTable('users').set({ phone: null, phone_verified: false }).where('id', '=', 1).execute()
  await db.deleteFrom('personalizations').where('user_id', '=', 2).execute()
  await db
    .insertInto('opt_outs')
    .values({ phone: '+12000000003', kind: 'calls', opted_out_at: new Date(NOW) })
    .execute()
  expect([await sample(1), await sample(2), await sample(3), await sample(9)]).toEqual(
    ['phone-not-verified', 'preferences-missing', 'calls-stopped', 'phone-not-verified'].map((outcome) => ({
      outcome,
    })),
  )
  await db.updateTable('users').set({ phone: '+12000000001' }).where('id', '=', 1).execute()
  expect(await sample(1)).toEqual({ outcome: 'phone-not-verified' }) // not verified
  expect((await ask(2)).body.message).toBe('Please set up your preferences before trying a sample call.')
  expect(await samples()).toEqual([])
})

test("DASH-2 API-1 a sample uses the zone of one's latest schedule, else the browser's if it is known", async () => {
  await using started = await startTrying()
  const { db, sample, samples, schedule, ask, person, url } = started
  await schedule(2, { user_id: 1, timezone: 'Europe/Rome', updated_at: new Date(NOW - 1) })
  await schedule(1, { timezone: 'Asia/Tokyo', updated_at: new Date(NOW) })
  await db.deleteFrom('schedules').where('user_id', '<>', 1).execute()
  await sample(1, 'America/New_York')
  const answered = await ask(2, { timezone: 'america/new_york' })
  expect(answered.body).toMatchObject({ message: 'A sample wakeup call will be sent to your phone shortly.' })
  await sample(3, 'Mars/Olympus_Mons')
  const planned = await samples()
  expect(planned.map(({ timezone }) => timezone)).toEqual(['Asia/Tokyo', 'America/New_York', 'Etc/UTC'])
  expect(answered.body.callId).toBe(planned[1]!.id)
  expect(await ask(2, { timezone: 5 })).toMatchObject({ status: 400, body: { message: 'Please select a time zone.' } })
  // The request needs no body.
  const { cookie } = await person(2)
  const bare = await fetch(`${url}/api/call/sample`, { method: 'POST', headers: { cookie, origin: url } })
  expect(await bare.json()).toMatchObject({ reason: 'under-way' })
})
