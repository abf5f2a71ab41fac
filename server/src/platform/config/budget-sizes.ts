import { LONGEST_CODE_CALL_S, LONGEST_TALK_S } from '@reveille/core/calls/call-times'
import type { Settings } from './settings.ts'

const KB_PER_GB = 1_000_000

/** Minutes that a carrier bills for a call this long. */
const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

/** How many items at `price` a sum buys. Free items have no limit in money. */
const bought = (money: number, price: number): number =>
  price === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor(money / price))

/**
 * Daily budgets that an operator plans money by, and limits that a shared network or number may need raised; subjects
 * declare the others. The defaults grow with the calling rate: at one call a second they fit a hobby installation.
 */
export function budgetSizes(settings: Settings, callsPerSecond: number) {
  const priceOfSample = settings.PRICE_CALL_MINUTE * minutesOf(LONGEST_TALK_S)
  // A code may be said in a call instead.
  const priceOfText = Math.max(settings.PRICE_TEXT, settings.PRICE_CALL_MINUTE * minutesOf(LONGEST_CODE_CALL_S))
  return {
    callsPerSecond,
    /** Overrides the sizes that subjects declare, by name of the budget. */
    named: {} as Readonly<Record<string, number>>,
    codesPerNetwork: settings.LIMIT_CODES_PER_IP,
    codesPerBlock: Math.max(120, 2 * settings.LIMIT_CODES_PER_IP),
    codesPerSite: Math.max(240, 4 * settings.LIMIT_CODES_PER_IP),
    signUpCodesPerDay: bought(settings.BUDGET_MAILS ?? callsPerSecond, settings.PRICE_MAIL),
    noticeMailsPerDay: bought(settings.BUDGET_MAILS ?? callsPerSecond, settings.PRICE_MAIL),
    textsPerNumber: settings.LIMIT_TEXTS_PER_NUMBER,
    textsPerDay: bought(settings.BUDGET_TEXTS ?? 10 * callsPerSecond, priceOfText),
    captchasPerNetwork: settings.LIMIT_CAPTCHAS_PER_IP,
    wrongCodesPerNetwork: settings.LIMIT_WRONG_CODES_PER_IP,
    samplesPerDay: bought(settings.BUDGET_SAMPLES ?? 10 * callsPerSecond, priceOfSample),
    speechPerDay: bought(settings.BUDGET_SPEECH ?? 5 * callsPerSecond, settings.PRICE_SPEECH / 1_000),
    storedKbPerDay: bought(settings.BUDGET_STORED ?? 0.1 * callsPerSecond, settings.PRICE_STORED_GB / KB_PER_GB),
    callMinutesPerDay: bought(settings.BUDGET_CALLS ?? 50 * callsPerSecond, settings.PRICE_CALL_MINUTE),
  }
}

export type BudgetSizes = ReturnType<typeof budgetSizes>
