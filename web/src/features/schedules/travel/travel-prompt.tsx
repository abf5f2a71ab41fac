import type { Schedule } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailure } from '../../../api/use-failure.ts'
import { now } from '../../../browser/clock.ts'
import { browserZone } from '../../../format/browser-zone.ts'
import { Question } from '../../../ui/question.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { moveSchedules } from '../api.ts'
import { droppedSkipsText } from '../skip-words.ts'
import { isKept, keepZone } from './kept-zones.ts'
import { travelOffer } from './travel-offer.ts'

/** WAKE-27: nothing moves by itself, and the same prompt leads back. */
export function TravelPrompt({ schedules }: { schedules: readonly Schedule[] }) {
  const here = browserZone()
  const [openedAt] = useState(now)
  const [kept, setKept] = useState(() => isKept(here, openedAt))
  const failure = useFailure('Failed to move your calls')
  const { mutate, isPending } = useMutation({
    ...moveSchedules,
    ...failure.of,
    onSuccess(moved) {
      const dropped = moved.flatMap(({ droppedSkips }) => droppedSkips ?? [])
      showToast({
        title: `Your calls now ring on ${cityOf(here)} time`,
        ...(dropped.length > 0 && { message: droppedSkipsText(dropped) }),
      })
    },
  })
  const offer = kept ? null : travelOffer(schedules, here, openedAt)
  if (offer === null) return null
  const { words, move, keep, named, moving } = offer
  function answer(yes: boolean) {
    if (yes) return mutate({ moving, timezone: here })
    keepZone(here, now())
    setKept(true)
  }
  return (
    <Question yes={move} no={keep} details={named} pending={isPending} complaint={failure.complaint} onAnswer={answer}>
      {words}
    </Question>
  )
}
