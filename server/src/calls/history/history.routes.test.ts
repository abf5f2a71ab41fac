import type { Call } from '@reveille/contract/calls'
import { expect, test } from 'vitest'
import { startServed } from '../../../test/harness/app/start-served.ts'
import { readPersonalData } from '../../accounts/export/export-contents.sql.ts'
import { appendCallEvents } from '../timeline.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)
const NETWORK_FAILED = { stage: 'ended', status: 'failed', failure: 'carrier-failed', ended_at: at } as const

type Timeline = { call: Call; timeline: { at: string; what: string }[] }

/** Two people, each with a call that the network failed and another that followed 20 s later. */
async function startTwoPeople() {
  const started = await startServed({ now: NOW })
  const { db, call, addCall, person } = started
  for (const id of [1, 2]) {
    await call(id, NETWORK_FAILED)
    await addCall(id, 2, { stage: 'placed', due_at: new Date(NOW + 20_000) })
  }
  await appendCallEvents(db, [
    { callId: 1, at: NOW + 1_000, kind: 'ended', detail: 'failed 503' },
    { callId: 1, at: NOW, kind: 'ringing' },
    { callId: 4, at: NOW, kind: 'ended', detail: 'failed 503' },
    { callId: 2, at: NOW, kind: 'picked-up' },
  ])
  const mine = await person(1)
  return { ...started, mine, page: (query: string) => mine.get<Call[]>(`/api/call/history${query}`) }
}

test("HIST-4 S24 a page of calls starts after the given call of the same person, and browsers don't store it", async () => {
  await using started = await startTwoPeople()
  const { page, mine } = started
  const ids = async (query: string) => (await page(query)).body.map(({ id }) => id)
  expect([await ids(''), await ids('?limit=1'), await ids('?before=4'), await ids('?before=1')]).toEqual([
    [4, 1],
    [4],
    [1],
    [],
  ])
  expect([(await page('?before=2')).status, (await page('?before=9')).status]).toEqual([404, 404])
  expect((await page('')).headers.get('cache-control')).toBe('no-store')
  expect((await mine.get('/api/call/2')).status).toBe(404)
})

test("HIST-4 WAKE-13 a call's timeline is in order, and says when a network failure is retried", async () => {
  await using started = await startTwoPeople()
  const { mine, call, occurrence } = started
  await occurrence(1, { timezone: 'Pacific/Honolulu' })
  const told = async (id: number) => (await mine.get<Timeline>(`/api/call/${id}`)).body
  const { call: shown, timeline } = await told(1)
  expect(shown).toMatchObject({ id: 1, status: 'failed', reason: "The phone network couldn't connect the call" })
  expect(timeline).toMatchObject([
    { at: '2027-01-15T05:30:00.000Z', atLocal: { date: '2027-01-14', time: '19:30' }, what: 'Scheduled' },
    { at: '2027-01-15T05:30:00.000Z', what: 'Your phone rang' },
    { at: '2027-01-15T05:30:01.000Z', what: 'The network failed (503): next try in 20 seconds' },
  ])
  // A call that didn't fail isn't retried for a failure.
  await call(1, { status: 'no_answer' })
  expect((await told(1)).timeline.at(-1)?.what).toBe('The network failed (503)')
})

test('CARRIER-12 HIST-4 a call says that the second carrier placed it, and why; the list and the archive name it', async () => {
  await using started = await startTwoPeople()
  const { db, mine, page, call } = started
  const told = async () => (await mine.get<Timeline>('/api/call/4')).body.timeline[1]?.what
  await appendCallEvents(db, [{ callId: 4, at: NOW, kind: 'dialling', detail: 'carrier-2' }])
  await call(4, { carrier: 2 })
  await call(1, { failure: 'unwanted' })
  expect((await page('')).body.map(({ carrier }) => carrier)).toEqual([2, undefined])
  expect(await told()).toBe("Called by our second carrier, because the first one wasn't available")
  await call(1, { failure: 'broke-off' })
  expect(await told()).toBe('Called by our second carrier, because the call before failed at the first one')
  const archive = await readPersonalData(db, { userId: 1, addresses: [] })
  const archived = archive.find(({ table }) => table === 'calls')?.rows
  expect(archived).toEqual(expect.arrayContaining([expect.objectContaining({ id: 4, carrier: 2 })]))
})

test("DASH-9 progress takes today from where the last call rang, and the offer of three digits changes only one's own schedules", async () => {
  await using started = await startTwoPeople()
  const { db, mine, occurrence, call, clock } = started
  const progress = async () => (await mine.get<{ streak: number; offersFirm: boolean }>('/api/call/progress')).body
  expect(await progress()).toMatchObject({ streak: 0, offersFirm: false })
  await clock.advance({ hours: 72 }) // Monday in UTC, still Sunday in Honolulu
  const today = { due_at: new Date(clock.now()), outcome_at: new Date(clock.now()) }
  await occurrence(1, { ...today, outcome: 'missed', timezone: 'Pacific/Honolulu' })
  await call(2, { stage: 'ended' })
  await occurrence(2, { outcome: 'answered', outcome_at: at })
  expect(await progress()).toMatchObject({ streak: 0, thisWeek: { answered: 0, missed: 1 } })
  const answer = (accepted: boolean) => mine.post<{ message: string }>('/api/call/progress/firm-offer', { accepted })
  expect((await answer(false)).body.message).toBe('Your calls stay as they are')
  const proofs = async () =>
    (await db.selectFrom('schedules').select('proof').orderBy('id').execute()).map(({ proof }) => proof)
  expect(await proofs()).toEqual(['gentle', 'gentle', 'gentle'])
  expect((await answer(true)).body.message).toBe('Your calls will ask for three digits')
  expect(await proofs()).toEqual(['firm', 'gentle', 'gentle'])
})
