import type { Reached } from './in-worker.ts'
import type { Mutant, Outcome } from './mutant.ts'
import type { Player } from './play.ts'
import type { TestFiles } from './what-to-run.ts'

/** Added to five times a test's duration without a mutant. */
const LEAST_LIMIT_MS = 15_000

const SOUND_LIMIT_MS = 180_000

/** A test that takes more CPU time without a mutant is too slow to run for each mutant. */
const TOO_SLOW_MS = 6_000

/** The total CPU time of the tests to run for a mutant, fastest first. */
const ENOUGH_CPU_MS = 8_000

/** The mutants that a test file reaches, measured without a mutant. */
type Sound = { tests: readonly Reached[]; atImport: Set<string>; between: Set<string> }

/**
 * Tries each mutant with the tests that reach it until one fails, and records the outcomes. Leaves out a test file that
 * fails without a mutant.
 */
export async function tryMutants(
  player: Player,
  outcomes: Map<Mutant, Outcome>,
  testsOf: ReadonlyMap<Mutant, TestFiles>,
): Promise<void> {
  for (const file of nearestFirst([...testsOf.values()].map(({ files }) => files))) {
    const waiting = [...outcomes.keys()].filter((one) => {
      const { files, distantFrom } = testsOf.get(one)!
      const [outcome, place] = [outcomes.get(one), files.indexOf(file)]
      return place !== -1 && outcome !== 'caught' && (place < distantFrom || outcome !== 'survived')
    })
    if (waiting.length === 0) continue
    const began = Date.now()
    const sound = await playSound(player, file)
    if (sound === null) continue
    const plays = waiting.flatMap((mutant) => playOf(mutant, file, sound))
    let caught = 0
    if (plays.length > 0) {
      const ended = await player.play(plays, (play, { failed }) =>
        outcomes.set(plays[play]!.of, failed === null ? 'survived' : 'caught'),
      )
      caught = ended.filter(({ failed }) => failed !== null).length
    }
    for (const one of waiting) if (outcomes.get(one) === 'untried') outcomes.set(one, 'missed')
    console.log(`${file}: ${caught} of ${plays.length} caught in ${Math.round((Date.now() - began) / 1000)} s`)
  }
}

/** Orders the test files so that each file's own tests run before more distant ones. */
function nearestFirst(lists: readonly (readonly string[])[]): string[] {
  const place = new Map<string, number>()
  for (const list of lists)
    for (const [index, file] of list.entries()) place.set(file, Math.min(index, place.get(file) ?? index))
  return [...place].toSorted(([, a], [, b]) => a - b).map(([file]) => file)
}

/** Null, and a line that says why, when the file fails without a mutant: on a slow machine a heavy one may. */
async function playSound(player: Player, file: string): Promise<Sound | null> {
  const [ended] = await player.play([{ file, mutant: null, tests: null, atImport: true, limitMs: SOUND_LIMIT_MS }])
  const { failed, tests, atImport, between } = ended!
  if (failed !== null) {
    console.log(`${file}: not used, since it fails without any mutant: ${failed}`)
    return null
  }
  return { tests, atImport: new Set(atImport), between: new Set(between) }
}

/** Empty when no test of the file reaches the mutant. */
function playOf(mutant: Mutant, file: string, { tests, atImport, between }: Sound) {
  const everywhere = atImport.has(mutant.id) || between.has(mutant.id)
  const reaching = tests.filter(
    ({ reached, cpuMs }) => cpuMs < TOO_SLOW_MS && (everywhere || reached.includes(mutant.id)),
  )
  if (reaching.length === 0) return []
  const played = quickest(reaching)
  const limitMs = LEAST_LIMIT_MS + 5 * Math.max(...played.map(({ ms }) => ms))
  const names = played.map(({ name }) => name)
  return [{ of: mutant, file, mutant: mutant.id, tests: names, atImport: atImport.has(mutant.id), limitMs }]
}

function quickest(reaching: readonly Reached[]): readonly Reached[] {
  let spent = 0
  return reaching
    .toSorted((a, b) => a.cpuMs - b.cpuMs)
    .filter(({ cpuMs }) => {
      const isLeft = spent < ENOUGH_CPU_MS
      spent += cpuMs
      return isLeft
    })
}
