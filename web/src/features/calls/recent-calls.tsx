import type { Call } from '@reveille/contract/calls'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { VOICES } from '@reveille/core/speech/voices'
import { useEffect, useRef, useState } from 'react'
import { browserZone } from '../../format/browser-zone.ts'
import { paths } from '../../paths.ts'
import { Section } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Failure } from '../../ui/form/field.tsx'
import { Play } from '../../ui/icons/icons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { CallBadge, callClock, callDate, minutesAndSeconds } from './call-badge.tsx'

const LOCKED_MS = 3_000

type Props = { url: string; name: string; onPress: () => void; onFailure: () => void }

/** Plays a recording from its start; disabled for a moment, so that it is not started twice at once. */
function RecordingButton({ url, name, onPress, onFailure }: Props) {
  const [locked, setLocked] = useState(false)
  const audio = useRef<HTMLAudioElement>(null)
  const unlock = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(unlock.current)
      audio.current?.pause()
    },
    [],
  )

  async function play() {
    onPress()
    audio.current?.pause()
    audio.current = new Audio(url)
    setLocked(true)
    try {
      await audio.current.play()
      unlock.current = setTimeout(() => setLocked(false), LOCKED_MS)
    } catch {
      setLocked(false)
      onFailure()
    }
  }

  return (
    <button
      type="button"
      disabled={locked}
      aria-label={`Play recording of ${name}`}
      onClick={() => void play()}
      className="press grid size-11 place-items-center rounded-full bg-raised hover:bg-sun hover:text-on-sun disabled:opacity-50"
    >
      <Play className="size-4 fill-current" />
    </button>
  )
}

const SHOWN = 5
const UNPLAYED = {
  title: 'Failed to play recording',
  message: 'Could not play the call recording. Please try again.',
}

export function RecentCalls({ calls }: { calls: readonly Call[] }) {
  return (
    <Section
      id="recent"
      title="Recent Call History"
      action={calls.length > SHOWN && <TextLink to={paths.history}>View all call history</TextLink>}
    >
      {calls.length === 0 ? (
        <p className="text-quiet">
          <span className="font-semibold text-ink">No calls yet — but that's about to change</span>
          <br />
          Your calls and how they went will appear here.
        </p>
      ) : (
        <div className="rounded-card border border-line bg-surface">
          <table className="w-full text-left">
            <thead className="text-sm text-quiet">
              <tr className="border-b border-line">
                <th className="py-3 pr-2 pl-4 font-medium whitespace-nowrap max-sm:w-1/2 sm:px-5">Date &amp; Time</th>
                <th className="hidden px-4 py-3 font-medium sm:table-cell">Voice</th>
                <th className="px-2 py-3 font-medium sm:px-4">Status</th>
                <th className="hidden px-4 py-3 font-medium sm:table-cell">Duration</th>
                <th className="px-2 py-3">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {calls.slice(0, SHOWN).map((call) => (
                <CallRow key={call.id} call={call} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function CallRow({ call }: { call: Call }) {
  const { id, scheduleName, timezone, voice, duration, recordingUrl } = call
  const lasted = duration === null ? '–' : minutesAndSeconds(duration)
  const [unplayed, setUnplayed] = useState(false)
  return (
    <>
      <tr className={classNames('border-line last:border-0', !unplayed && 'border-b')}>
        <td className="tabular py-3 pr-2 pl-4 sm:px-5">
          <span className="block font-semibold">{callClock(call)}</span>
          <span className="flex flex-wrap gap-x-2 text-sm text-quiet">
            <span>{callDate(call)}</span>
            {scheduleName && <span className="wrap-anywhere">{scheduleName}</span>}
            {timezone !== browserZone() && <span>{cityOf(timezone)}</span>}
          </span>
          <span className="block text-sm text-quiet sm:hidden">
            {duration === null ? VOICES[voice].name : `${VOICES[voice].name}, ${lasted}`}
          </span>
        </td>
        <td className="hidden px-4 py-3 whitespace-nowrap sm:table-cell">{VOICES[voice].name}</td>
        <td className="px-2 py-3 sm:px-4">
          <CallBadge call={call} />
        </td>
        <td className="tabular hidden px-4 py-3 sm:table-cell">{lasted}</td>
        <td className="px-2 py-2">
          {recordingUrl !== null && (
            <RecordingButton
              url={recordingUrl}
              name={`call ${id}`}
              onPress={() => setUnplayed(false)}
              onFailure={() => setUnplayed(true)}
            />
          )}
        </td>
      </tr>
      {unplayed && (
        <tr className="border-b border-line last:border-0">
          <td colSpan={5} className="px-4 pb-3 sm:px-5">
            <Failure complaint={UNPLAYED} />
          </td>
        </tr>
      )}
    </>
  )
}
