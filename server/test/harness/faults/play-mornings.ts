import { carrierLog, faults, type CallInHand, type Handset, type LogEntry } from '@reveille/phone-sandbox/handset'
import { vi } from 'vitest'
import type { Sleeper } from '../app/sleeper.ts'
import type { TestApp } from '../app/start-test-app.ts'
import { PATH_TO, type Deed } from './call-stories.ts'
import type { Morning } from './fault-row.ts'

/** The clock of these mornings: sleepers are called at 06:30 UTC. */
export const BEFORE_THE_MORNINGS = '2027-01-15T06:20:00Z'

const STEP_S = 60
const STEPS = 40 // forty minutes: the cut-offs of a snoozed call and what may follow it

export type Played = { morning: Morning; sleeper: Sleeper; entries: LogEntry[] }

type Actor = Played & {
  phone: Handset
  rings: number
  answered: number
  /** The call that the fault struck, once it was answered. */
  struck: CallInHand | null
}

/** Lets everybody live through their morning at once, each with a fault of their own. */
export async function playMornings(app: TestApp, mornings: readonly Morning[]): Promise<Played[]> {
  const actors = await Promise.all(mornings.map((morning) => enter(app, morning)))
  await app.clock.advance({ minutes: 9, seconds: 58 })
  await Promise.all(actors.filter(isNext).map((actor) => order(app, actor)))
  const samples = actors.filter(({ morning }) => morning.kind === 'sample')
  await Promise.all(samples.map(({ sleeper }) => sleeper.post('/api/call/sample')))
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

async function enter(app: TestApp, morning: Morning): Promise<Actor> {
  const sleeper = await app.sleeper()
  if (morning.row.recorded) await sleeper.send('PUT', '/api/account/consents', { recording: true })
  if (morning.kind !== 'sample') await sleeper.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  return { morning, sleeper, phone: await app.phone(sleeper.phone), entries: [], rings: 0, answered: 0, struck: null }
}

/** Is the call that the fault strikes the next one to come? */
const isNext = ({ morning, answered }: Actor) => answered === PATH_TO[morning.kind].length

async function order(app: TestApp, { morning, sleeper }: Actor): Promise<void> {
  const board = faults(app.sandbox.url)
  for (const fault of morning.row.faults) await board.add({ ...fault, to: sleeper.phone })
}

type Stage = { app: TestApp; byNumber: Map<string, Actor>; bySid: Map<unknown, Actor>; seen: number }

/** Whoever is rung picks up, or does not, until no phone rings any more. */
async function answerPhones(stage: Stage): Promise<void> {
  for (;;) {
    const rung = await listen(stage)
    if (rung.length === 0) return
    await Promise.all(rung.map((actor) => answer(stage.app, actor)))
    await allTold(stage, rung)
  }
}

/** Reads on in the carrier's log; returns those whose phones ring, or are about to. */
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
  const path = PATH_TO[actor.morning.kind]
  const isStruck = isNext(actor)
  await act(call, path[actor.answered] ?? (isStruck ? actor.morning.deed : 'confirm'))
  actor.answered++
  if (isStruck) actor.struck = call
  if (isNext(actor)) await order(app, actor)
}

async function act(call: CallInHand, deed: Deed): Promise<void> {
  if (deed === 'ring-out') return call.letRing()
  if (deed === 'voicemail') return call.voicemail()
  await call.pickUp()
  if (deed === 'silence') return call.hangUp({ afterSeconds: 20 })
  await call.press(deed === 'snooze' ? '2' : '1', { afterSeconds: 20 })
}

/** Callbacks that a fault delays come on real time: waits until every one of them has been answered. */
async function allTold(stage: Stage, rung: readonly Actor[]): Promise<void> {
  const awaited = rung.filter(({ morning, struck }) => morning.row.late && struck !== null)
  if (awaited.length === 0) return
  await vi.waitFor(
    async () => {
      await listen(stage)
      const silent = awaited.filter((actor) => !isAllTold(actor))
      if (silent.length > 0) throw new Error(`not everything was told of ${silent.length} calls`)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Has every report on the struck call been answered, and what was recorded been told? */
function isAllTold({ entries, struck, morning: { deed, row } }: Actor): boolean {
  const about = entries.filter(({ sid }) => sid === struck?.sid)
  const answers = about.filter(({ kind }) => isAnswer(kind))
  const numbers = answers.map(({ parameters }) => (parameters as Record<string, string>)['SequenceNumber'])
  const reports = new Set(numbers.filter((number) => number !== undefined)).size
  const isRecorded = row.recorded === true && deed !== 'ring-out'
  return reports >= (deed === 'ring-out' ? 3 : 4) && (!isRecorded || about.some(({ kind }) => kind === 'recording'))
}

const isAnswer = (kind: string) => kind === 'callback-acked' || kind === 'callback-refused'
