import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
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
        `The phone network is having problems. We'll keep trying each call for ${inWords(CUT_OFF_MS)} and tell you if it fails. Must be up? Set a backup alarm tonight.`}
    </Banner>
  )
}
