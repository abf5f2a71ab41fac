import { CUT_OFF_MS } from '@reveille/core/calls/misfire-policy'
import { inWords } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useLiveUpdates } from '../../live/live-updates.ts'
import { Banner } from '../../ui/banner.tsx'
import { carrierState } from './api.ts'

/** What is wrong, what we do about it, and what the person can do. */
export function CarrierTrouble() {
  useLiveUpdates()
  const { data } = useQuery(carrierState)
  return (
    <Banner>
      {data?.troubled &&
        `The phone network is not taking our calls just now. We try each call again for ${inWords(CUT_OFF_MS)} and tell you if it cannot be placed. If you must be up, set a second alarm tonight.`}
    </Banner>
  )
}
