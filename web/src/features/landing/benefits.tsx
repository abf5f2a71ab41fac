import { VOICE_IDS } from '@reveille/core/speech/voices'
import { capitalized, numberInWords } from '@reveille/core/time/duration'
import { CalendarDays, MessageCircleHeart, Mic, ShieldCheck, TrendingUp } from '../../ui/icons/benefit-icons.tsx'

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
    text: 'Every call mentions your goal, what keeps you in bed and one small first step. No sentence repeats for thirty mornings.',
  },
  {
    Picture: ShieldCheck,
    title: 'Full control',
    text: 'Snooze, skip or stop by key or tap. Nothing rings unless you asked for it.',
  },
  {
    Picture: TrendingUp,
    title: 'Track progress',
    text: 'See which mornings you got up, week by week. A skipped day is a plan, not a failure.',
  },
]

/** LAND-1: the five benefits. */
export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="mx-auto w-full max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
      <h2 id="benefits" className="max-w-2xl text-3xl sm:text-5xl">
        A call is harder to swipe away.
      </h2>
      <ul className="mt-12 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-6">
        {BENEFITS.map(({ Picture, title, text }, index) => (
          <li key={title} className={`border-t border-line pt-6 ${index < 3 ? 'lg:col-span-2' : 'lg:col-span-3'}`}>
            <Picture aria-hidden="true" className="size-7 text-sun-text" strokeWidth={1.75} />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-2 max-w-md text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
