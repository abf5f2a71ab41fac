import { solutionOf } from '@reveille/core/calls/proof'
import type { Entry } from '@reveille/exchange/state/journal'
import { carrierLog, faults, type CallInHand, type Handset } from '@reveille/exchange/testing/handset'
import { vi } from 'vitest'
import type { Person } from '../app/person.ts'
import type { TestApp } from '../app/start-test-app.ts'
import { PATH_TO, type Action } from './call-stories.ts'
import type { FaultCase } from './fault-row.ts'

/** Where the clock starts; calls are due at 06:30 UTC. */
export const BEFORE_THE_CALLS = '2027-01-15T06:20:00Z'

const STEP_S = 60
const STEPS = 40 // forty minutes: until the cutoffs of a snoozed call and of what may follow it

export type Played = { faultCase: FaultCase; person: Person; entries: Entry[] }

type Actor = Played & {
  phone: Handset
  rings: number
  answered: number
  /** The call with the fault, once answered. */
  struck: CallInHand | null
}

/** Plays all cases at once, each with its own fault. */
export async function playFaultCases(app: TestApp, cases: readonly FaultCase[]): Promise<Played[]> {
  const actors = await Promise.all(cases.map((faultCase) => enter(app, faultCase)))
  await app.clock.advance({ minutes: 9, seconds: 58 })
  await Promise.all(actors.filter(isNext).map((actor) => order(app, actor)))
  const samples = actors.filter(({ faultCase }) => faultCase.kind === 'sample')
  await Promise.all(samples.map(({ person }) => person.post('/api/call/sample')))
  await app.clock.advance({ seconds: 2 })
  const stage = {
    app,
    byNumber: new Map(actors.map((actor) => [actor.phone.number, actor])),
    bySid: new Map(),
    seen: 0,
  }
  for (let step = 0; step < STEPS; step++) {
    await answerPhones(stage)
    await app.clock.advance({ seconds: STEP_S })
  }
  await app.clock.advance({ hours: 2 })
  await answerPhones(stage)
  return actors
}

async function enter(app: TestApp, faultCase: FaultCase): Promise<Actor> {
  const person = await app.person()
  if (faultCase.row.recorded) await person.send('PUT', '/api/account/consents', { recording: true })
  const proof = isStrict(faultCase) ? 'strict' : 'gentle'
  if (faultCase.kind !== 'sample') await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC', proof })
  return { faultCase, person, phone: await app.phone(person.phone), entries: [], rings: 0, answered: 0, struck: null }
}

/** Only a strict proof has a second check. */
const isStrict = ({ kind }: FaultCase) => kind === 'second-check'

/** Whether the next call has the fault. */
const isNext = ({ faultCase, answered }: Actor) => answered === PATH_TO[faultCase.kind].length

async function order(app: TestApp, { faultCase, person }: Actor): Promise<void> {
  const board = faults(app.sandbox.url)
  for (const fault of faultCase.row.faults) await board.add({ ...fault, to: person.phone })
}

type Stage = { app: TestApp; byNumber: Map<string, Actor>; bySid: Map<unknown, Actor>; seen: number }

/** People act on their calls until no phone rings. */
async function answerPhones(stage: Stage): Promise<void> {
  for (;;) {
    const rung = await listen(stage)
    if (rung.length === 0) return
    await Promise.all(rung.map((actor) => answer(stage.app, actor)))
    await allTold(stage, rung)
  }
}

/** Continues reading the carrier's log; returns the people whose phones ring or are about to. */
async function listen(stage: Stage): Promise<Actor[]> {
  const entries = await carrierLog(stage.app.sandbox.url, stage.seen)
  stage.seen += entries.length
  for (const entry of entries) {
    const actor = stage.bySid.get(entry['sid']) ?? stage.byNumber.get(String(entry['to']))
    actor?.entries.push(entry)
    if (!actor || entry.kind !== 'call-created') continue
    actor.rings++
    stage.bySid.set(entry['sid'], actor)
  }
  return [...stage.byNumber.values()].filter(({ rings, answered }) => answered < rings)
}

async function answer(app: TestApp, actor: Actor): Promise<void> {
  const call = await actor.phone.expectCall()
  const path = PATH_TO[actor.faultCase.kind]
  const isStruck = isNext(actor)
  const action = path[actor.answered] ?? (isStruck ? actor.faultCase.action : 'confirm')
  await act(call, action)
  // Mistaken for a machine: the first key only starts the message.
  const { effect, faults: orders } = actor.faultCase.row
  const isTakenForOne = effect === 'machine' && orders.every(({ fault }) => fault !== 'amd-late')
  if (isStruck && action === 'confirm' && isTakenForOne) await call.press('1')
  if (action === 'confirm' && isStrict(actor.faultCase)) await call.press(await solutionFor(app, call))
  actor.answered++
  if (isStruck) actor.struck = call
  if (isNext(actor)) await order(app, actor)
}

async function act(call: CallInHand, action: Action): Promise<void> {
  if (action === 'ring-out') return call.letRing()
  if (action === 'voicemail') return call.voicemail()
  await call.pickUp()
  if (action === 'silence') return call.hangUp({ afterSeconds: 20 })
  await call.press(action === 'snooze' ? '2' : '1', { afterSeconds: 20 })
}

/** The answer to this call's sum. */
async function solutionFor({ services }: TestApp, { sid }: CallInHand): Promise<string> {
  const asked = services.db.selectFrom('calls').select(['tasks', 'task_round as round'])
  const { tasks, round } = await asked.where('carrier_call_id', '=', sid).executeTakeFirstOrThrow()
  return solutionOf(tasks[round - 1]!)
}

/** Callbacks that a fault delays arrive in real time: waits until all have been answered. */
async function allTold(stage: Stage, rung: readonly Actor[]): Promise<void> {
  const awaited = rung.filter(({ faultCase, struck }) => faultCase.row.late && struck !== null)
  if (awaited.length === 0) return
  await vi.waitFor(
    async () => {
      await listen(stage)
      const silent = awaited.filter((actor) => !isAllTold(actor))
      if (silent.length > 0) throw new Error(`not everything was told of ${silent.length} calls`)
    },
    { timeout: 120_000, interval: 50 },
  )
}

/** Whether all callbacks of the faulty call, its recording's included, have been answered. */
function isAllTold({ entries, struck, faultCase: { action, row } }: Actor): boolean {
  const about = entries.filter(({ sid }) => sid === struck?.sid)
  const answers = about.filter(({ kind }) => isAnswer(kind))
  const numbers = answers.map(({ parameters }) => (parameters as Record<string, string>)['SequenceNumber'])
  const reports = new Set(numbers.filter((number) => number !== undefined)).size
  const isRecorded = row.recorded === true && action !== 'ring-out'
  return reports >= (action === 'ring-out' ? 3 : 4) && (!isRecorded || about.some(({ kind }) => kind === 'recording'))
}

const isAnswer = (kind: string) => kind === 'callback-acked' || kind === 'callback-refused'
