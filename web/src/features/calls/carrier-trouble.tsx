import { useQuery } from '@tanstack/react-query'
import { useLiveUpdates } from '../../live/live-updates.ts'
import { Banner } from '../../ui/banner.tsx'
import { carrierState } from './api.ts'

/** What is wrong, what we do about it, and what to do for tomorrow morning. */
export function CarrierTrouble() {
  useLiveUpdates()
  const { data } = useQuery(carrierState)
  return (
    <Banner>
      {data?.troubled &&
        'The phone network is not taking our calls just now. We try each call again for ten minutes and tell you if it cannot be placed. If you must be up, set a second alarm tonight.'}
    </Banner>
  )
}
