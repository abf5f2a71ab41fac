import { LONGEST_TALK_S } from '@reveille/core/calls/call-length'
import type { Settings } from './settings.ts'

const KB_PER_MB = 1_000
const KB_PER_GB = 1_000_000

/** The carrier ends a call then. */
const LONGEST_CALL_MIN = Math.ceil(LONGEST_TALK_S / 60)

/** How many of something that costs `price` each a sum of money buys; what costs nothing has no limit in money. */
const bought = (money: number, price: number): number =>
  price === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor(money / price))

/**
 * The sizes of all budgets. Those of the whole installation grow with the rate at which it may call, because that tells
 * a hobby from a business: at one call a second they are what a stranger may cost a hobby. Money is by the day (S61).
 */
export function budgetSizes(settings: Settings, callsPerSecond: number) {
  const rated = (each: number) => Math.max(1, Math.ceil(each * callsPerSecond))
  const priceOfSample = settings.PRICE_CALL_MINUTE * LONGEST_CALL_MIN
  return {
    codesPerAddressAndBrowser: settings.LIMIT_CODES_PER_ADDRESS_AND_BROWSER,
    codesPerAddressAndNetwork: settings.LIMIT_CODES_PER_ADDRESS_AND_NETWORK,
    codesPerAddress: settings.LIMIT_CODES_PER_ADDRESS,
    codesPerNetwork: settings.LIMIT_CODES_PER_IP,
    codesPerBlock: settings.LIMIT_CODES_PER_BLOCK ?? Math.max(120, 2 * settings.LIMIT_CODES_PER_IP),
    codesPerSite: settings.LIMIT_CODES_PER_SITE ?? Math.max(240, 4 * settings.LIMIT_CODES_PER_IP),
    codes: settings.LIMIT_CODES ?? rated(200),
    emailChangesPerDay: settings.LIMIT_EMAIL_CHANGES_PER_DAY,
    signUpCodesPerDay: bought(settings.BUDGET_MAILS ?? callsPerSecond, settings.PRICE_MAIL),
    noticeMailsPerDay: bought(settings.BUDGET_MAILS ?? callsPerSecond, settings.PRICE_MAIL),
    textsPerNumber: settings.LIMIT_TEXTS_PER_NUMBER,
    textsPerBlock: settings.LIMIT_TEXTS_PER_BLOCK,
    textsPerPerson: settings.LIMIT_TEXTS_PER_PERSON,
    textsPerPersonAndDay: settings.LIMIT_TEXTS_PER_PERSON_AND_DAY,
    textsPerCountry: settings.LIMIT_TEXTS_PER_COUNTRY ?? rated(50),
    texts: settings.LIMIT_TEXTS ?? rated(60),
    textsPerDay: bought(settings.BUDGET_TEXTS ?? 10 * callsPerSecond, settings.PRICE_TEXT),
    captchasPerNetwork: settings.LIMIT_CAPTCHAS_PER_IP,
    wrongCodesPerAddress: settings.LIMIT_WRONG_CODES_PER_ADDRESS,
    wrongCodesPerNetwork: settings.LIMIT_WRONG_CODES_PER_IP,
    wrongCodes: settings.LIMIT_WRONG_CODES ?? rated(200),
    changesPerPerson: settings.LIMIT_CHANGES_PER_PERSON,
    samplesPerDay: settings.LIMIT_SAMPLES_PER_DAY,
    samplesPerBlock: settings.LIMIT_SAMPLES_PER_BLOCK,
    samplesPerCountry: settings.LIMIT_SAMPLES_PER_COUNTRY ?? rated(50),
    samples: settings.LIMIT_SAMPLES ?? rated(60),
    samplesInAllPerDay: bought(settings.BUDGET_SAMPLES ?? 10 * callsPerSecond, priceOfSample),
    speechPerPersonAndDay: settings.LIMIT_SPEECH_PER_PERSON_AND_DAY,
    speechPerDay: bought(settings.BUDGET_SPEECH ?? 5 * callsPerSecond, settings.PRICE_SPEECH / 1_000),
    storedKbPerPersonAndDay: settings.LIMIT_STORED_MB_PER_PERSON_AND_DAY * KB_PER_MB,
    storedKbPerDay: bought(settings.BUDGET_STORED ?? 0.1 * callsPerSecond, settings.PRICE_STORED_GB / KB_PER_GB),
    callMinutesPerDay: bought(settings.BUDGET_CALLS ?? 50 * callsPerSecond, settings.PRICE_CALL_MINUTE),
  }
}

export type BudgetSizes = ReturnType<typeof budgetSizes>
