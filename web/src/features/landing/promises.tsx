import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { DEFAULT_SNOOZE_MINUTES } from '@reveille/core/calls/next-step'
import { inWords, numberInWords } from '@reveille/core/time/duration'
import { Benefits } from './benefits.tsx'

export function Story() {
  return (
    <>
      <Benefits />
      <HowItGoes />
      <Promises />
    </>
  )
}

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

function HowItGoes() {
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
    'We timed 60 calls. Half went out within 4 milliseconds of the scheduled time. The slowest was 53 milliseconds late. None were early.',
  ],
  [
    'Or a reason',
    `If a call can't be placed within ${inWords(CUT_OFF_MS)} of its time, we don't place it late. We tell you right away, with the reason.`,
  ],
] as const

function Promises() {
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
