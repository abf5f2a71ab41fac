import type { Progress } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { MINUTE_MS, timesInWords } from '@reveille/core/time/duration'
import { type ReactNode, useState } from 'react'
import { VoicePortrait } from '../../audio/voice-portrait.tsx'
import { inBrowser } from '../../browser/storage.ts'
import { NotHeardCard } from '../../contact-card/save-our-number.tsx'
import { clockTime, nextCallText } from '../../format/local-formats.ts'
import { timeSpan } from '../../format/time-words.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { PastMorning } from './past-morning.ts'

export function pastMorningWords(
  { outcome, dueAt, dueAtLocal, overAt, overAtLocal, last, rings, anyPickedUp }: PastMorning,
  streak: number | undefined,
): { title: string; words: string } {
  const due = clockTime(dueAtLocal.time)
  switch (outcome) {
    case 'answered': {
      const late = Date.parse(overAt) - Date.parse(dueAt)
      const after = late < MINUTE_MS ? 'right on time' : `${timeSpan(late)} after your call`
      return { title: "You're up.", words: `${clockTime(overAtLocal.time)}, ${after}.${streakWords(streak)}` }
    }
    case 'unconfirmed':
      return { title: 'Are you up?', words: `You picked up your ${due} call, but we got no sign you were up.` }
    case 'missed': {
      const called = `We called ${timesInWords(rings)}.`
      return { title: `You missed your ${due} call.`, words: anyPickedUp ? called : `${called} Nobody picked up.` }
    }
    case 'failed':
      return {
        title: `Your ${due} call failed.`,
        words: last.reason === null ? "The call didn't go through." : `${last.reason}.`,
      }
  }
}

function streakWords(streak: number | undefined): string {
  if (!streak) return ''
  return streak === 1 ? ' A new streak starts.' : ` ${streak} mornings in a row.`
}

/** What each character says at the end of a call to somebody who's up. */
const GOODBYES: Record<VoiceId, string> = {
  lily: "Lovely, you're up. Go slowly, and enjoy it.",
  bill: "There you go. The bed'll get over it.",
  liam: "Great, you're up. Enjoy the day.",
  'todd-thomas': "Yes! That's one on the board!",
  'radio-station': "That's our show, and you were the best part.",
  jocko: 'Good. Now carry it through.',
}

type Props = { morning: PastMorning; schedules: readonly Schedule[]; progress: Progress | undefined; next: ReactNode }

/** Today's morning, in the place of `next`. */
export function PastMorningSky({ morning, schedules, progress, next }: Props) {
  const [closed, setClosed] = useState(() => inBrowser.read('closedMorning'))
  if (closed === morning.id) return next
  function close() {
    inBrowser.write('closedMorning', morning.id)
    setClosed(morning.id)
  }
  const { title, words } = pastMorningWords(morning, progress?.streak)
  const { voice } = morning.last
  const isUp = morning.outcome === 'answered'
  return (
    <div className="flex flex-col gap-6">
      <section
        aria-labelledby="past-morning"
        className={`horizon horizon-card rounded-[1.75rem] px-6 pt-7 pb-24 sm:px-9 ${isUp ? 'horizon-4 motion-safe:animate-settle' : 'horizon-1'}`}
      >
        <div className="flex flex-col gap-x-8 gap-y-5 sm:flex-row sm:items-center">
          <VoicePortrait voiceId={voice} className="size-24 shrink-0 rounded-full sm:size-32" />
          <div className="min-w-0">
            <h2 id="past-morning" className={isUp ? 'text-5xl sm:text-7xl' : 'text-3xl sm:text-5xl'}>
              {title}
            </h2>
            <p className="mt-3 text-lg">{words}</p>
            {isUp && <p className="mt-2 text-lg font-semibold">{`“${GOODBYES[voice]}” – ${VOICES[voice].name}`}</p>}
          </div>
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          {schedules.length > 0 && (
            <p>{`${earliestNextCall(schedules) === null ? '' : 'Next: '}${nextCallText(schedules)}`}</p>
          )}
          {!isUp && (
            <Button look="secondary" onClick={close}>
              {morning.outcome === 'unconfirmed' ? "Yes, I'm up" : 'Got up anyway'}
            </Button>
          )}
        </div>
      </section>
      {morning.outcome === 'missed' && (
        <NotHeardCard title="Didn't hear it?">
          <p>
            Still missing calls? Turn on Retry in your schedule, or add a second number in{' '}
            <TextLink to={paths.account}>Account</TextLink>.
          </p>
        </NotHeardCard>
      )}
    </div>
  )
}
