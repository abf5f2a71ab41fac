import type { Handset } from '@reveille/exchange/testing/handset'
import { requestsByNumber, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import type { Fleet } from './fleet.ts'
import type { Person } from './people.ts'
import { waitFor } from './wait.ts'

/** What the carrier's log and our history show. Every list of phones is empty if all is well. */
export type CallsVerdict = {
  calls: number
  lost: string[]
  doubled: string[]
  early: string[]
  wrongEnding: string[]
  latestMs: number
  /** When the carrier received the requests, in order. */
  requestedAt: number[]
}

export type Sleepers = { people: readonly Person[]; handsets: Map<string, Handset> }

/** Takes over these people's phones. */
export async function sleepersOf(fleet: Pick<Fleet, 'place'>, people: readonly Person[]): Promise<Sleepers> {
  const handsets = await Promise.all(people.map(({ phone }) => takeOver(fleet.place.sandboxUrl, phone)))
  return { people, handsets: new Map(people.map(({ phone }, index) => [phone, handsets[index]!])) }
}

/** Picks up each ringing phone and presses 1 while `picksUp`, until all are done or time is up. */
export async function answerAll(
  fleet: Pick<Fleet, 'place'>,
  { handsets }: Sleepers,
  withinMs: number,
  picksUp = () => true,
): Promise<void> {
  const asleep = new Map(handsets)
  const answer = async (): Promise<true | null> => {
    if (!picksUp()) return null
    const byNumber = await requestsByNumber(fleet.place.sandboxUrl).catch(() => null) // unreachable for a while
    if (byNumber === null) return null
    const ringing = [...asleep].filter(([phone]) => byNumber.has(phone))
    await Promise.allSettled(
      ringing.map(async ([phone, handset]) => {
        await wakeUp(await handset.expectCall())
        asleep.delete(phone)
      }),
    )
    return asleep.size === 0 ? true : null
  }
  await waitFor('every phone to ring', answer, { withinMs, everyMs: 100 }).catch(() => undefined) // judgeCalls reports it
}

export async function judgeCalls(
  { place, db }: Pick<Fleet, 'place' | 'db'>,
  people: readonly Person[],
  expected: 'answered' | 'missed',
): Promise<CallsVerdict> {
  const outcomes = new Map<string, string>()
  for (const person of people) {
    const { outcome } = await ending(db, person).catch(() => ({ outcome: 'none' }))
    outcomes.set(person.phone, outcome)
  }
  const byNumber = await requestsByNumber(place.sandboxUrl)
  const requests = people.map(({ phone, dueAt }) => ({ phone, dueAt, at: byNumber.get(phone) ?? [] }))
  const phones = (found: typeof requests) => found.map(({ phone }) => phone)
  return {
    calls: people.length,
    lost: phones(requests.filter(({ at }) => at.length === 0)),
    doubled: phones(requests.filter(({ at }) => at.length > 1)),
    early: phones(requests.filter(({ at, dueAt }) => at.some((instant) => instant < dueAt))),
    wrongEnding: [...outcomes].filter(([, outcome]) => outcome !== expected).map(([phone]) => phone),
    latestMs: Math.max(...requests.flatMap(({ at, dueAt }) => at.map((instant) => instant - dueAt))),
    requestedAt: requests.flatMap(({ at }) => at).toSorted((a, b) => a - b),
  }
}

/** Prints one line per fault and returns whether there is none. */
export function printVerdict(verdict: CallsVerdict): boolean {
  const { lost, doubled, early, wrongEnding } = verdict
  const faults = Object.entries({ lost, doubled, early, wrongEnding }).filter(([, phones]) => phones.length > 0)
  for (const [fault, phones] of faults) console.log(`${fault}: ${phones.join(', ')}`)
  const found = faults.length === 0 ? 'none lost, doubled, early or wrongly ended' : 'FAULTS above'
  console.log(`${verdict.calls} calls: ${found}; the latest left ${verdict.latestMs} ms after its time`)
  return faults.length === 0
}
