import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { DEFAULT_SNOOZE_MINUTES } from '@reveille/core/calls/next-step'
import { inWords, numberInWords } from '@reveille/core/time/duration'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TRY_IT } from './hero-phone.tsx'

const EVENING = [
  ['10:40 PM', 'You set 6:30 AM, Monday to Friday, and say why you want to be up.'],
  [
    '6:30:00 AM',
    'Your phone rings. A call, not a notification, and always from the same number, so you only need to allow it through Do Not Disturb once.',
  ],
  ['6:30:20 AM', 'The voice you picked reminds you of your goal and gives you one small first step.'],
  [
    '6:31 AM',
    `Press 1 when you're up. Press 2 for ${numberInWords(DEFAULT_SNOOZE_MINUTES)} more minutes. Press nothing, and we'll call again.`,
  ],
] as const

export function HowItGoes() {
  return (
    <section aria-labelledby="how" className="mx-auto w-full max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
      <h2 id="how" className="max-w-2xl text-3xl sm:text-5xl">
        One evening, one morning.
      </h2>
      <ol className="first-light mt-12 grid gap-8 lg:grid-cols-4">
        {EVENING.map(([time, text]) => (
          <li key={time} className="pl-6 lg:pt-7 lg:pl-0">
            <p className="tabular font-display text-2xl font-semibold">{time}</p>
            <p className="mt-2 text-quiet">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const FACTS = [
  [
    'Once',
    'We log every call before we dial. If anything fails midway, we check with the phone network before trying again, so each try rings once.',
  ],
  [
    'To the second',
    'We timed 60 calls. Half left within 4 milliseconds of their moment, the slowest 53 ms late, and none early.',
  ],
  [
    'Or a reason',
    `If a call can't be placed within ${inWords(CUT_OFF_MS)} of its time, we don't place it late. We tell you right away, with the reason.`,
  ],
] as const

/** Proof instead of claims: what is promised, and how it is kept. */
export function Promises() {
  return (
    <section aria-labelledby="promises" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <h2 id="promises" className="max-w-3xl text-3xl sm:text-5xl">
          Your phone rings to the second. If it can't, we tell you why.
        </h2>
        <dl className="mt-12 grid gap-10 md:grid-cols-3">
          {FACTS.map(([name, text]) => (
            <div key={name}>
              <dt className="font-display text-2xl font-bold text-sun-text">{name}</dt>
              <dd className="mt-2 text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

export function ClosingCall() {
  return (
    <section aria-labelledby="closing" className="horizon horizon-4">
      <div className="mx-auto flex max-w-3xl flex-col items-center gap-6 px-4 pt-20 pb-32 text-center sm:px-6">
        <h2 id="closing" className="text-4xl sm:text-6xl">
          Sleep your 7-8 hours. We'll take the morning shift.
        </h2>
        <p className="max-w-xl text-lg">
          People who know they'll be woken sleep the whole 7-8 hours without checking the clock. Your first wake-up call
          is free.
        </p>
        <ButtonLink to={paths.signup} size="large">
          {TRY_IT}
        </ButtonLink>
        <p>No spam. No cold calls. Turn it off whenever you like.</p>
      </div>
    </section>
  )
}
