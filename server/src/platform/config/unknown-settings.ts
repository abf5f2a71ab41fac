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
]
/** Shorter names are close to too many others. */
const SHORTEST_TO_GUESS = 8
const MOST_SLIPS = 2

/** Former settings. Ignoring one silently would mislead the operator. */
const REMOVED: ReadonlySet<string> = new Set([
  'WRITER_URL',
  'WRITER_API_KEY',
  'WRITER_MODEL',
  'LIMIT_CODES_PER_ADDRESS_AND_BROWSER',
  'LIMIT_CODES_PER_ADDRESS_AND_NETWORK',
  'LIMIT_CODES_PER_ADDRESS',
  'LIMIT_CODES_PER_BLOCK',
  'LIMIT_CODES_PER_SITE',
  'LIMIT_CODES',
  'LIMIT_EMAIL_CHANGES_PER_DAY',
  'LIMIT_TEXTS_PER_BLOCK',
  'LIMIT_TEXTS_PER_PERSON',
  'LIMIT_TEXTS_PER_PERSON_AND_DAY',
  'LIMIT_TEXTS_PER_COUNTRY',
  'LIMIT_TEXTS',
  'LIMIT_WRONG_CODES_PER_ADDRESS',
  'LIMIT_WRONG_CODES',
  'LIMIT_CHANGES_PER_PERSON',
  'LIMIT_REQUESTS_AT_ONCE_PER_PERSON',
  'LIMIT_SAMPLES_PER_DAY',
  'LIMIT_SAMPLES_PER_BLOCK',
  'LIMIT_SAMPLES_PER_COUNTRY',
  'LIMIT_SAMPLES',
  'LIMIT_SPEECH_PER_PERSON_AND_DAY',
  'LIMIT_STORED_MB_PER_PERSON_AND_DAY',
  'LIMIT_CALLS_PER_PERSON_AND_HOUR',
  'LIMIT_CALLS_PER_BLOCK_AND_HOUR',
  'LIMIT_CALLS_PER_COUNTRY_AND_HOUR',
])

/** Warns of removed settings, and of variables that look like misspelled settings. An empty one counts as unset. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const given = Object.keys(env).filter((name) => env[name] !== '' && !Object.hasOwn(Settings.shape, name))
  const removed = given.filter((name) => REMOVED.has(name))
  const unset =
    removed.length === 0 ? [] : [`Removed settings, which have no effect; unset them: ${removed.join(', ')}.`]
  return [...unset, ...misspelled(given.filter((name) => !REMOVED.has(name)))]
}

function misspelled(names: readonly string[]): string[] {
  const known = Object.keys(Settings.shape)
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
