import { Settings } from './settings.ts'

/** Names that begin like this are meant for us. */
const PREFIXES = [
  'TWILIO_',
  'CARRIER_2_',
  'LIMIT_',
  'BUDGET_',
  'PRICE_',
  'SPEECH_',
  'ELEVENLABS_',
  'FIREBASE_',
  'SANDBOX_',
  'CALLS_',
  'ASTERISK_',
  'WRITER_',
]
/** Shorter names are close to too many others. */
const SHORTEST_TO_GUESS = 8
const MOST_SLIPS = 2

/** Warns of variables that look like misspelled or former settings. An empty one counts as unset. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(Settings.shape)
  const names = Object.keys(env).filter((name) => env[name] !== '' && !known.includes(name))
  return names.flatMap((name) => {
    const [nearest] = known
      .filter((setting) => setting.length >= SHORTEST_TO_GUESS)
      .map((setting) => ({ setting, slips: distance(name, setting) }))
      .toSorted((a, b) => a.slips - b.slips)
    if (nearest !== undefined && nearest.slips <= MOST_SLIPS) return [`${name} isn't a setting: ${nearest.setting} is.`]
    return PREFIXES.some((prefix) => name.startsWith(prefix)) ? [`${name} isn't a setting.`] : []
  })
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const replaced = row[column - 1]! + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
