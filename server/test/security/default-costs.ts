import { EXPORTS_A_DAY, MOST_KEPT } from '@reveille/core/accounts/retention-times'
import { LONGEST_CODE_CALL_S, LONGEST_TALK_S } from '@reveille/core/calls/call-times'
import { speechOfCalls, speechOfSamples } from '../../src/calls/message/speech-budget.ts'
import { sampleCalls } from '../../src/calls/samples/start-sample-call.ts'
import { noticeMails } from '../../src/notices/send-notice.ts'
import { budgetSizes } from '../../src/platform/config/budget-sizes.ts'
import { Settings } from '../../src/platform/config/settings.ts'
import { BUCKETS } from '../../src/platform/limits/budgets.ts'
import type { Budgets } from '../../src/platform/limits/declare-budget.ts'
import { changes } from '../../src/platform/limits/used-up.http.ts'
import { captchas } from '../../src/sign-in/captcha/captcha.routes.ts'
import { codesToStranger } from '../../src/sign-in/codes/email-code-limits.ts'
import { guesses } from '../../src/sign-in/codes/guess-limit.ts'
import { textedCodes } from '../../src/sign-in/codes/text-code-limits.ts'
import { failedTries } from '../../src/sign-in/codes/with-code.ts'
import { announcements } from '../../src/texts/announce-calls.ts'
import { helpTexts } from '../../src/texts/answer-text.ts'

/** The most rows that one change of an account adds, and their largest size without indexes. Tests measure both. */
export const ROWS_A_CHANGE = 8
export const ROW_BYTES = 1_024
/** A hash, two numbers and two indexes. */
const COUNT_BYTES = 300

const HOURS = 24
/** A window's rows are deleted after the next two windows, and the library runs every few minutes. */
const WINDOWS_KEPT = 3
const SAMPLE_BYTES_A_SECOND = 8_000

/** The most that somebody with unlimited networks and numbers gets in a day, at one call a second and the defaults. */
export type Cost = { what: string; most: number; money: number | null; bytes: number | null }

const settings = Settings.parse({})
const sizes = budgetSizes(settings, 1)
/** Budgets counted by keys that a stranger can invent. */
const COUNTED_BY_BUCKET: readonly Budgets[] = [codesToStranger, textedCodes, failedTries, guesses, captchas]
const { PRICE_CALL_MINUTE, PRICE_MAIL, PRICE_SPEECH, PRICE_TEXT } = settings

/** The size of a budget by name; throws if it was renamed or removed, or refuses nothing. */
function sizeOf(budgets: Budgets, name: string, full: 'refuses' | 'goes-on' = 'refuses'): number {
  const budget = budgets(sizes).find((one) => one.name === name)
  if (budget?.full !== full) throw new Error(`no budget ${name} ${full}`)
  return budget.size
}

const minutesOfCall = Math.ceil(LONGEST_TALK_S / 60)
const priceOfCode = Math.max(PRICE_TEXT, Math.ceil(LONGEST_CODE_CALL_S / 60) * PRICE_CALL_MINUTE)
const cost = (what: string, most: number, price: number | null, bytesEach: number | null = null): Cost => ({
  what,
  most,
  money: price === null ? null : most * price,
  bytes: bytesEach === null ? null : most * bytesEach,
})

/** For all strangers together, including what takes an account, since a mailed code is enough for one. */
export function costsOfStrangers(): Cost[] {
  const signUps = sizeOf(codesToStranger, 'sign-up-codes')
  const codes = HOURS * sizeOf(codesToStranger, 'mailed-codes')
  const perBucket = COUNTED_BY_BUCKET.flatMap((budgets) => budgets(sizes)).filter(({ per }) =>
    ['network', 'block', 'site', 'madeUpAddress'].includes(per),
  )
  const counts = new Set(perBucket.map(({ name }) => name)).size * BUCKETS * WINDOWS_KEPT
  return [
    cost('mailed codes to sign up', signUps, PRICE_MAIL),
    cost('mailed codes to sign in, only to addresses of accounts', codes, PRICE_MAIL),
    cost('codes by text or call', sizeOf(textedCodes, 'texts-of-a-day'), priceOfCode),
    cost('sample calls', sizeOf(sampleCalls, 'samples-of-a-day'), minutesOfCall * PRICE_CALL_MINUTE),
    cost('characters of samples, with a provider', sizeOf(speechOfSamples, 'speech-of-a-day'), PRICE_SPEECH / 1_000),
    cost('accounts, for 30 days without a proven number', signUps, null, ROWS_A_CHANGE * ROW_BYTES),
    cost('rows of counts, at any time', counts, null, COUNT_BYTES),
    cost('rows of codes, puzzles and mails, a day each', 3 * (signUps + codes), null, ROW_BYTES),
  ]
}

/** For one account with one verified number. */
export function costsOfOneAccount(): Cost[] {
  const changed = HOURS * sizeOf(changes, 'change-per-person')
  const calls = settings.LIMIT_CALLS_PER_NUMBER_AND_DAY
  const texts = [
    sizeOf(textedCodes, 'text-per-person-and-day'),
    sizeOf(announcements, 'announcements-per-person'),
    sizeOf(helpTexts, 'help-per-number'),
  ]
  const mails = sizeOf(noticeMails, 'notice-mails-per-person') + sizeOf(codesToStranger, 'email-change')
  const kept = Object.values<number>(MOST_KEPT).reduce((sum, most) => sum + most)
  return [
    cost('calls, samples and planned, which only raise alarms', calls, minutesOfCall * PRICE_CALL_MINUTE),
    cost('sample calls among them', sizeOf(sampleCalls, 'sample-per-number'), minutesOfCall * PRICE_CALL_MINUTE),
    cost(
      'texts: codes, announcements, help',
      texts.reduce((sum, most) => sum + most),
      priceOfCode,
    ),
    cost('emails about its calls, and codes to new addresses', mails, PRICE_MAIL),
    cost(
      'characters of its own words, with a provider',
      sizeOf(speechOfCalls, 'speech-per-person'),
      PRICE_SPEECH / 1_000,
    ),
    cost('recordings, with its consent, for 30 days', calls, null, LONGEST_TALK_S * SAMPLE_BYTES_A_SECOND),
    cost('archives, for 7 days', EXPORTS_A_DAY, null),
    // Each change can be reverted for free.
    cost('rows by changes, until the next daily sweep', 2 * changed * ROWS_A_CHANGE, null, ROW_BYTES),
    cost('rows that stay of what can be added all day', kept, null, ROW_BYTES),
  ]
}

/** A line of the page: full amounts, money with two digits, MB rounded up. */
export function lineOf({ what, most, money, bytes }: Cost): string[] {
  const megabytes = bytes === null ? '' : String(Math.ceil(bytes / 1_000_000))
  return [what, most.toLocaleString('en-US'), money === null ? '' : money.toFixed(2), megabytes]
}
