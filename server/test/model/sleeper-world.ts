import { carrierLog, type CallInHand, type Handset } from '@reveille/phone-sandbox/handset'
import type { Call } from '@reveille/contract/calls'
import type { Sleeper } from '../harness/sleeper.ts'
import type { TestApp } from '../harness/start-test-app.ts'
import { visitor, type Visitor } from '../harness/visitor.ts'

/** A sleeper of the real product, with both their phones in the hand. */
export type World = {
  app: TestApp
  sleeper: Sleeper
  /** Their browser, for what asks for cookies. */
  browser: Visitor
  /** Somebody else, who may come to own the sleeper's number. */
  stranger: Visitor
  phones: Handset[]
  /** The call under way, and how far its own clock is. */
  hand: { call: CallInHand; at: number } | null
  /** How many entries of the carrier's log were read. */
  logRead: number
  /** What was done so far, for whoever has to find out what went wrong. */
  story: string[]
}

export async function enterWorld(app: TestApp, numbers: readonly string[]): Promise<World> {
  const sleeper = await app.sleeper({ phone: numbers[0]! })
  const stranger = await app.sleeper({ phone: numbers[2]!, phoneVerified: false })
  const phones = await Promise.all(numbers.slice(0, 2).map((number) => app.phone(number)))
  const logRead = (await app.carrierLog()).length
  const browsers = { browser: browserOf(app, sleeper), stranger: browserOf(app, stranger) }
  return { app, sleeper, ...browsers, phones, hand: null, logRead, story: [] }
}

/** Ends the story of whoever failed too, so that nothing of it reaches into the next one. */
export async function leaveWorld({ app, hand, sleeper }: World): Promise<void> {
  await app.clock.advance({ seconds: 1 })
  const status = await hand?.call.status()
  if (status === 'ringing') await hand?.call.decline()
  if (status === 'in-progress') await hand?.call.hangUp()
  await app.services.db.deleteFrom('users').where('id', '=', sleeper.userId).execute()
}

function browserOf(app: TestApp, { cookie }: Sleeper): Visitor {
  const browser = visitor(app)
  browser.cookies.set('connect.sid', cookie.slice('connect.sid='.length))
  return browser
}

export type NewCall = { sid: string; to: string; at: number }

/** Calls that the carrier has taken since the last look, whomever they ring. */
export async function newCalls(world: World): Promise<NewCall[]> {
  const entries = await carrierLog(world.app.sandbox.url, world.logRead)
  world.logRead += entries.length
  return entries
    .filter(({ kind }) => kind === 'call-created')
    .map(({ sid, to, at }) => ({ sid: String(sid), to: String(to), at }))
}

/** The call that the words of the call in hand offer to skip; null when they name none. */
export async function namedCall({ app, hand }: World): Promise<{ scheduleId: number; at: number } | null> {
  const call = await app.services.db
    .selectFrom('calls')
    .select(['named_schedule_id', 'named_call_at'])
    .where('carrier_call_id', '=', hand?.call.sid ?? '')
    .executeTakeFirst()
  const { named_schedule_id: scheduleId = null, named_call_at: at = null } = call ?? {}
  return scheduleId === null || at === null ? null : { scheduleId, at: at.getTime() }
}

/** The history's one call under way; a sample that was not placed yet waits, and is none. */
export function callUnderWay(history: readonly Call[]): Call | null {
  const open = history.filter(
    ({ phase, kind, callSid }) => phase !== 'ended' && (kind !== 'sample' || callSid !== null),
  )
  if (open.length > 1) throw new Error(`two calls to one person are under way: ${JSON.stringify(open)}`)
  return open[0] ?? null
}
