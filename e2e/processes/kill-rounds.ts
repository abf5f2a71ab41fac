import type { Instant } from '@reveille/core/time/time-zone'
import type { Handset } from '@reveille/exchange/testing/handset'
import type { Product } from '../processes.ts'
import { requestsByNumber, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import type { Installation } from './installation.ts'
import { putPeople, type Person } from './people.ts'
import { newRandom, type Random } from './random.ts'
import { waitFor, waitUntil } from './wait.ts'

/** What the rounds found. Every list of phones is empty if all is well. */
export type Verdict = {
  calls: number
  lost: string[]
  doubled: string[]
  early: string[]
  /** Later than a restart and reconciliation can explain. */
  late: string[]
  /** Answered, but not in the history. */
  wrongEnding: string[]
  /** From the due instant to the carrier's log, over all rounds. */
  latestMs: number
}

const CALLS_A_ROUND = 5
const FIRST_CALL_AFTER_MS = 4_000
const KINDS = ['our machine', 'our program', 'the database'] as const

/**
 * Reconciliation runs 45 to 60 s after the mark, and a start on a busy machine takes time.
 */
const RESOLVED_WITHIN_MS = 200_000
const EXPLAINED_MS = 200_000

/**
 * Kills the whole machine, our program or the database at a random moment around calls that are due within seconds, and
 * restarts what died, this many times on one installation. The carrier survives in its own process.
 */
export async function runKillRounds(
  installation: Installation,
  { rounds, seed, tell }: { rounds: number; seed: number; tell: (line: string) => void },
): Promise<Verdict> {
  const random = newRandom(seed)
  const people: Person[] = []
  const handsets = new Map<string, Handset>()
  let product = await installation.start()
  for (let round = 1; round <= rounds; round++) {
    const dueAts = drawInstants(random, Date.now() + FIRST_CALL_AFTER_MS)
    const added = await putPeople(installation.db, dueAts)
    for (const { phone } of added) handsets.set(phone, await takeOver(installation.place.sandboxUrl, phone))
    people.push(...added)
    const cut = drawCut(random, dueAts)
    tell(`round ${round}: killing ${cut.what} ${cut.at - dueAts[0]!} ms after the first call is due`)
    product = await cutPower(installation, product, cut)
    await waitUntil(dueAts.at(-1)! + 1_000)
    await answerWhatRings(installation, handsets)
  }
  await waitFor('every phone to ring', () => nothingLeft(installation, handsets), {
    withinMs: RESOLVED_WITHIN_MS,
  }).catch(() => tell(`${handsets.size} phones never rang`))
  return judge(installation, people)
}

type Cut = { what: (typeof KINDS)[number]; at: Instant; backAfterMs: number }

function drawInstants(random: Random, first: Instant): Instant[] {
  const dueAts = [first]
  while (dueAts.length < CALLS_A_ROUND) dueAts.push(dueAts.at(-1)! + random.below(900))
  return dueAts
}

function drawCut(random: Random, dueAts: readonly Instant[]): Cut {
  const [from, to] = [dueAts[0]! - 2_500, dueAts.at(-1)! + 700]
  return {
    what: KINDS[random.below(KINDS.length)]!,
    at: from + random.below(to - from),
    backAfterMs: random.below(1500),
  }
}

async function cutPower(
  installation: Installation,
  product: Product,
  { what, at, backAfterMs }: Cut,
): Promise<Product> {
  await waitUntil(at)
  if (what === 'the database') {
    await product.killDatabase() // the program restarts it by itself
    return product
  }
  await (what === 'our machine' ? product.killEverything() : product.killProgram())
  await waitUntil(Date.now() + backAfterMs)
  return installation.start()
}

/** People pick up only while our side is up, so that only a kill can cause trouble. */
async function answerWhatRings(installation: Installation, handsets: Map<string, Handset>): Promise<void> {
  await installation.databaseAnswers()
  const byNumber = await requestsByNumber(installation.place.sandboxUrl)
  const ringing = [...handsets].filter(([phone]) => byNumber.has(phone))
  await Promise.all(
    ringing.map(async ([phone, handset]) => {
      await wakeUp(await handset.expectCall())
      handsets.delete(phone)
    }),
  )
}

async function nothingLeft(installation: Installation, handsets: Map<string, Handset>): Promise<true | null> {
  await answerWhatRings(installation, handsets)
  return handsets.size === 0 ? true : null
}

async function judge({ place, db }: Installation, people: readonly Person[]): Promise<Verdict> {
  const byNumber = await requestsByNumber(place.sandboxUrl)
  const requests = people.map((person) => ({ ...person, at: byNumber.get(person.phone) ?? [] }))
  const phones = (found: typeof requests) => found.map(({ phone }) => phone)
  const endings = await Promise.all(
    people.map(async (person) => ({
      phone: person.phone,
      ...(await ending(db, person).catch(() => ({ outcome: 'none' }))),
    })),
  )
  return {
    calls: people.length,
    lost: phones(requests.filter(({ at }) => at.length === 0)),
    doubled: phones(requests.filter(({ at }) => at.length > 1)),
    early: phones(requests.filter(({ at, dueAt }) => at.some((instant) => instant < dueAt))),
    late: phones(requests.filter(({ at, dueAt }) => at.some((instant) => instant > dueAt + EXPLAINED_MS))),
    wrongEnding: endings.filter(({ outcome }) => outcome !== 'answered').map(({ phone }) => phone),
    latestMs: Math.max(...requests.flatMap(({ at, dueAt }) => at.map((instant) => instant - dueAt))),
  }
}
