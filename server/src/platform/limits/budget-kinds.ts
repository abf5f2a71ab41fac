import { EXPORTS_A_DAY } from '@reveille/core/accounts/retention-times'
import { TEXTS_A_DAY_PER_HOURLY, WRONG_TRIES_BEFORE_WARNING } from '@reveille/core/sign-in/one-time-code'
import type { BudgetSizes } from '../config/budget-sizes.ts'
import { DAY_S, HOUR_S, type RateLimit } from './rate-limits.ts'

/**
 * Whose share a budget counts. The three networks are of the address that asks, from narrow to wide; `all` is the whole
 * installation. The others are given by whoever spends.
 */
type Network = 'network' | 'block' | 'site'
export type Key =
  | 'browser'
  | 'addressHere'
  | 'address'
  | 'foundAddress'
  | 'madeUpAddress'
  | 'guessed'
  | 'purpose'
  | 'signUp'
  | 'signIn'
  | 'person'
  | 'emailChanger'
  | 'number'
  | 'numbers'
  | 'newNumbers'
  | 'newRange'
  | 'country'
  | 'provider'

export type Budget = RateLimit & {
  per: Network | Key | 'all'
  /** `goes-on`: nothing is refused beyond it. It raises alarms, or has work cost more. */
  full: 'refuses' | 'goes-on'
  /** An operator hears of 50, 80 and 100 %. Only where the key is nobody's: it stands in the log. */
  alarms: boolean
}

/**
 * Everything that strangers, or one account, can spend, and all its budgets: from narrow to wide, so that the excess of one
 * doesn't use up what others share. A planned call and a follow-up have none that refuses (S61).
 */
export const budgetsOf = (size: BudgetSizes) => ({ ...ofCodes(size), ...ofCalls(size), ...ofAccounts(size) })

export type Kind = keyof ReturnType<typeof budgetsOf>

/** Of numbers in a range that no plan has yet: fraud likes them, too. */
const tenth = (size: number) => Math.max(1, Math.floor(size / 10))

function ofCodes(size: BudgetSizes) {
  const ofNetworks = [
    hourly('code-per-network', 'network', size.codesPerNetwork),
    hourly('code-per-block', 'block', size.codesPerBlock),
    hourly('code-per-site', 'site', size.codesPerSite),
  ]
  return {
    /** By email, to a browser that the address's holder signed in with: no stranger can use this up (CODE-3, S11). */
    'code-to-known-browser': [
      hourly('code-per-browser', 'browser', size.codesPerAddressAndBrowser),
      daily('email-change', 'emailChanger', size.emailChangesPerDay),
      ofNetworks[0]!,
    ],
    /** By email, to any other browser (CODE-3). From so many an hour for an address on, each costs work. */
    'code-to-stranger': [
      hourly('code-per-browser', 'browser', size.codesPerAddressAndBrowser),
      hourly('code-per-address-here', 'addressHere', size.codesPerAddressAndNetwork),
      daily('email-change', 'emailChanger', size.emailChangesPerDay),
      ...ofNetworks,
      goesOn(hourly('code-per-address', 'address', size.codesPerAddress)),
      alarmed(hourly('mailed-codes', 'purpose', size.codes)),
      alarmed(daily('sign-up-codes', 'signUp', size.signUpCodesPerDay)),
      // The same work for both (S14), and never a day without codes for owners (S11).
      goesOn(alarmed(daily('sign-in-codes', 'signIn', size.signUpCodesPerDay))),
    ],
    /** By text (CODE-3, PHONE-5). Above the budget of a block of numbers each text costs more work. */
    'texted-code': [
      ...ofNetworks,
      hourly('text-per-person', 'person', size.textsPerPerson),
      daily('text-per-person-and-day', 'person', size.textsPerPersonAndDay),
      hourly('text-per-number', 'number', size.textsPerNumber),
      goesOn(hourly('text-per-block', 'numbers', size.textsPerBlock)),
      hourly('text-per-new-block', 'newNumbers', tenth(size.textsPerBlock)),
      alarmed(hourly('text-per-new-range', 'newRange', tenth(size.textsPerCountry))),
      alarmed(hourly('text-per-country', 'country', size.textsPerCountry)),
      alarmed(hourly('texts', 'all', size.texts)),
      alarmed(daily('texts-of-a-day', 'all', size.textsPerDay)),
    ],
    /** A text with a code that nobody has entered: waits grow by it, and a day has an end (S74). */
    'unused-text': [daily('unused-text-per-number', 'number', TEXTS_A_DAY_PER_HOURLY * size.textsPerNumber)],
    /** The code that turns calls back on after 0 0: one text a day about them (S72). */
    'calls-code': [daily('calls-code-per-number', 'number', 1)],
    /** A wrong try at a texted code: its holder is warned once (S74). */
    'guess-at-number': [goesOn(daily('wrong-code-per-number', 'number', WRONG_TRIES_BEFORE_WARNING))],
    /** A SKIP with the wrong digits: of 10,000 codes a forger can try so many a day (S75). */
    'wrong-skip': [daily('wrong-skip-per-number', 'number', 5)],
    /** A failed try of a stranger at any code. */
    'failed-try': [hourly('wrong-code-per-network', 'network', size.wrongCodesPerNetwork)],
    /** The same by a browser that a code was sent to: neighbours may have used up the network's (CODE-3). */
    'failed-try-at-own-code': [goesOn(hourly('wrong-code-per-network', 'network', size.wrongCodesPerNetwork))],
    /**
     * A wrong code in a row for one address; only a right one ends the row (S5). Never a wall, which would keep its owner
     * out. For an address of nobody's account two days, and in a bucket for an hour where no code was sent (S55).
     */
    guess: [
      goesOn({ ...hourly('wrong-code-per-address', 'address', size.wrongCodesPerAddress), windowS: 365 * DAY_S }),
      goesOn(daily('wrong-code-per-found-address', 'foundAddress', size.wrongCodesPerAddress)),
      goesOn(hourly('try-without-code', 'madeUpAddress', size.wrongCodesPerAddress)),
      goesOn(alarmed(hourly('wrong-codes', 'guessed', size.wrongCodes))),
    ],
    /** A puzzle, by its cost: making and checking one is work for us, too. */
    captcha: [
      hourly('captcha-per-network', 'network', size.captchasPerNetwork),
      hourly('captcha-per-block', 'block', 2 * size.captchasPerNetwork),
      hourly('captcha-per-site', 'site', 4 * size.captchasPerNetwork),
    ],
  } satisfies Record<string, readonly Budget[]>
}

function ofCalls(size: BudgetSizes) {
  return {
    /** A call on demand (CALL-12). Several accounts may have proven one number in turn, and fraud comes in blocks (S35). */
    'sample-call': [
      daily('sample-per-number', 'number', size.samplesPerDay),
      hourly('sample-per-block', 'numbers', size.samplesPerBlock),
      hourly('sample-per-new-block', 'newNumbers', tenth(size.samplesPerBlock)),
      alarmed(hourly('sample-per-new-range', 'newRange', tenth(size.samplesPerCountry))),
      alarmed(hourly('sample-per-country', 'country', size.samplesPerCountry)),
      alarmed(hourly('samples', 'all', size.samples)),
      alarmed(daily('samples-of-a-day', 'all', size.samplesInAllPerDay)),
    ],
    /**
     * Characters that an engine is asked for; what was spoken already costs nothing. The person's are those of their own
     * words, and what exceeds them the carrier's voice speaks; the provider's are paid, and the embedded voices follow.
     */
    'speech-of-samples': [
      daily('speech-per-person', 'person', size.speechPerPersonAndDay),
      alarmed(daily('speech-of-a-day', 'provider', size.speechPerDay)),
    ],
    /** The same for a planned call: the money only raises the alarm. */
    'speech-of-calls': [
      daily('speech-per-person', 'person', size.speechPerPersonAndDay),
      goesOn(alarmed(daily('speech-of-a-day', 'provider', size.speechPerDay))),
    ],
    /** Minutes of calls: an alarm alone. */
    'call-minutes': [goesOn(alarmed(daily('call-minutes-of-a-day', 'all', size.callMinutesPerDay)))],
    /** The text before a call (CALL-9): one that is changed all day is announced as often. The call itself has no budget. */
    announcement: [
      daily('announcements-per-person', 'person', MOST_ANNOUNCEMENTS),
      goesOn(alarmed(daily('announcements-of-a-day', 'all', size.textsPerDay))),
    ],
    /** The answer to a text that we don't understand: two machines must not text each other for ever. */
    'help-text': [daily('help-per-number', 'number', 5)],
    /** The alarm that a network stops our calls: one an hour for all of them (WAKE-13). */
    'alarm-of-blocked': [hourly('blocked-alarm', 'all', 1)],
    /** The alarm that texts don't arrive: one an hour for each reason. */
    'alarm-of-texts': [hourly('texts-alarm', 'purpose', 1)],
    /** Texts lost because our number may not text a country: after so many none is sent there until the hour is over. */
    'unregistered-text': [goesOn(hourly('unregistered-texts', 'country', 3))],
  } satisfies Record<string, readonly Budget[]>
}

function ofAccounts(size: BudgetSizes) {
  return {
    /** An archive of one's data: reading it all is work (S45), and it lies here for a week. */
    archive: [
      daily('archives-per-person', 'person', EXPORTS_A_DAY),
      daily('stored-per-person', 'person', size.storedKbPerPersonAndDay),
      daily('stored-in-a-day', 'all', size.storedKbPerDay),
    ],
    /** kB of clips, recordings and archives: those of calls are always kept, archives are no longer made. */
    stored: [
      goesOn(daily('stored-per-person', 'person', size.storedKbPerPersonAndDay)),
      goesOn(alarmed(daily('stored-in-a-day', 'all', size.storedKbPerDay))),
    ],
    /** Emails about calls and schedules to one person; the bell rings for each. */
    'notice-mail': [
      daily('notice-mails-per-person', 'person', MOST_NOTICE_MAILS),
      goesOn(alarmed(daily('notice-mails-of-a-day', 'all', size.noticeMailsPerDay))),
    ],
    /** Whatever a signed-in person changes; each change may add rows (S64). */
    change: [hourly('change-per-person', 'person', size.changesPerPerson)],
  } satisfies Record<string, readonly Budget[]>
}

/** A person has three schedules, each with one call a day; the rest is for changing one's mind. */
const MOST_ANNOUNCEMENTS = 20
const MOST_NOTICE_MAILS = 50

const within = (windowS: number) => (name: string, per: Budget['per'], size: number) =>
  ({ name, per, size, windowS, full: 'refuses', alarms: false }) as Budget
const hourly = within(HOUR_S)
const daily = within(DAY_S)
const goesOn = (budget: Budget): Budget => ({ ...budget, full: 'goes-on' })
const alarmed = (budget: Budget): Budget => ({ ...budget, alarms: true })
