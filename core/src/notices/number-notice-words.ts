import type { NoticeWords } from './notice.ts'

/** Notices about which numbers ring. */
export type AboutNumber =
  | 'number-changed'
  | 'number-disowned'
  | 'number-moved'
  | 'second-number-added'
  | 'second-number-disowned'
  | 'second-number-moved'

/** None names the number or another account: these are emailed. */
export const NUMBER_WORDS: Record<AboutNumber, NoticeWords> = {
  'number-changed': {
    title: 'Your wake-up number was changed',
    sentences: ["We'll call your new number from now on. Wasn't you? Use the link in our email to pause your calls."],
  },
  'number-disowned': {
    title: 'Your wake-up calls are paused',
    sentences: [
      "Someone pressed ‘That wasn't me’ after your wake-up number was changed, so we signed out every other browser.",
      "We won't call until you verify your number again. Your schedules stay as you left them.",
    ],
  },
  'number-moved': {
    title: 'Your phone number is no longer verified',
    sentences: [
      'Another account verified your phone number with a code sent to that phone.',
      "Until you verify a number again, we can't call you, and your upcoming calls are canceled.",
      "If you moved the number to another account, you're all set. If not, verify your number again.",
    ],
  },
  'second-number-added': {
    title: 'You have a second number',
    sentences: [
      "We'll call it if our first tries don't get you up. Wasn't you? Use the link in our email to undo this.",
    ],
  },
  'second-number-disowned': {
    title: "We won't call your second number",
    sentences: [
      "Someone pressed ‘That wasn't me’ after a second number was added, so we signed out every other browser.",
      'Your wake-up number rings as before.',
    ],
  },
  'second-number-moved': {
    title: 'Your second number is no longer verified',
    sentences: [
      'Another account verified your second number with a code sent to that phone.',
      'Your wake-up number rings as before. To use the second one again, verify it in Account.',
    ],
  },
}
