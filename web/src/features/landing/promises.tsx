import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { DEFAULT_SNOOZE_MINUTES } from '@reveille/core/calls/next-step'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { capitalized, inWords, numberInWords } from '@reveille/core/time/duration'
import { icon } from '../../ui/icons/icons.tsx'

export function Story() {
  return (
    <>
      <Benefits />
      <HowItGoes />
      <Promises />
    </>
  )
}

// Icons of the landing page. Drawn by Lucide: see ui/icons/LICENSE.

const CalendarDays = icon(
  'M8 2v3 M16 2v3 M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2z M3 9h18 M8 13h.01 M12 13h.01 M16 13h.01 M8 17h.01 M12 17h.01 M16 17h.01',
)
const MessageCircleHeart = icon(
  'M2.992 16.342a2 2 0 0 1 .094 1.167l-1.065 3.29a1 1 0 0 0 1.236 1.168l3.413-.998a2 2 0 0 1 1.099.092 10 10 0 1 0-4.777-4.719 M7.828 13.07A3 3 0 0 1 12 8.764a3 3 0 0 1 5.004 2.224 3 3 0 0 1-.832 2.083l-3.447 3.62a1 1 0 0 1-1.45-.001z',
)
const Mic = icon(
  'M12 19v3 M19 10v2a7 7 0 0 1-14 0v-2 M12 2h0a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-0a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z',
)
const ShieldCheck = icon(
  'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z M9 12l2 2 4-4',
)
const TrendingUp = icon('M16 7h6v6 M22 7l-8.5 8.5-5-5L2 17')

const BENEFITS = [
  {
    Picture: CalendarDays,
    title: 'Flexible scheduling',
    text: 'Any time, any day of the week, in any time zone. Six on weekdays and nine on Sundays? No problem.',
  },
  {
    Picture: Mic,
    title: 'Motivating voices',
    text: `${capitalized(numberInWords(VOICE_IDS.length))} characters from calm to commanding. Pick the one you can't argue with.`,
  },
  {
    Picture: MessageCircleHeart,
    title: 'Personal messages',
    text: 'Your calls mention your goal, what keeps you in bed and one small first step, with fresh lines for thirty mornings.',
  },
  {
    Picture: ShieldCheck,
    title: 'Full control',
    text: 'Snooze with a key. Skip or stop with a key or a tap. Nothing rings unless you asked for it.',
  },
  {
    Picture: TrendingUp,
    title: 'Track progress',
    text: 'See which mornings you got up, week by week. A skipped day is a plan, not a failure.',
  },
]

function Benefits() {
  return (
    <section aria-labelledby="benefits" className="mx-auto w-full max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
      <h2 id="benefits" className="max-w-2xl text-3xl sm:text-5xl">
        A call is harder to swipe away.
      </h2>
      <ul className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-6">
        {BENEFITS.map(({ Picture, title, text }, index) => (
          <li key={title} className={`border-t border-line pt-6 ${index < 3 ? 'lg:col-span-2' : 'lg:col-span-3'}`}>
            <Picture className="size-7 text-sun-text" strokeWidth={1.75} />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-2 max-w-md text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
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
