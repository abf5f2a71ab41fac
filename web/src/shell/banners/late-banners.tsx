import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import { DAY_MS, HOUR_MS, inWords, MINUTE_MS, YEAR_MS } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSilence } from '../../api/contact.ts'
import { ONLY_THE_BELL, sendsMail } from '../../api/installation.ts'
import { deviceOffset } from '../../browser/clock.ts'
import { inTab } from '../../browser/storage.ts'
import { carrierState } from '../../features/calls/api.ts'
import { useLiveUpdates } from '../../live/live-updates.ts'
import { LastKnown } from '../../ui/page/loaded.tsx'
import { unconfirmed } from '../../ui/page/unconfirmed.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { Banner, useOnline } from './offline-banner.tsx'

/** Banners that need more code than the page itself, so they load after it. */
export function LateBanners() {
  return (
    <>
      <SilenceBanner />
      <CarrierTrouble />
      <ClockNews />
      {!sendsMail() && <p className="border-b border-line px-4 py-2 text-center text-sm text-quiet">{ONLY_THE_BELL}</p>}
    </>
  )
}

/** Says that the page may be stale, unless something else on it does. */
function SilenceBanner() {
  const silence = useSilence()
  const online = useOnline() // the offline banner covers that
  return (
    <div className="in-[body:has([data-unconfirmed=true])]:hidden">
      <Banner>
        {online && silence?.isLong && (
          <>
            {unconfirmed(silence.failing ? 'failing' : 'unreachable')}
            <LastKnown className="font-semibold" />
          </>
        )}
      </Banner>
    </div>
  )
}

/** What is wrong, what we do about it, and what the person can do. */
function CarrierTrouble() {
  useLiveUpdates()
  const { data } = useQuery(carrierState)
  return (
    <Banner>
      {data?.troubled &&
        `The phone network is having problems. We'll keep trying each call for ${inWords(CUT_OFF_MS)} and tell you if it fails. Have to be up? Set a backup alarm tonight.`}
    </Banner>
  )
}

/** Smaller offsets don't matter for a call. */
const NEAR_ENOUGH_MS = 5 * MINUTE_MS

/** 'Your device's clock is a day ahead'; null if about right. `offset` is server time minus device time (ms). */
export function clockWords(offset: number): string | null {
  const off = Math.abs(offset)
  if (off <= NEAR_ENOUGH_MS) return null
  const unit = [YEAR_MS, DAY_MS, HOUR_MS].find((size) => off > size * NEARLY) ?? MINUTE_MS
  return `Your device's clock is ${inWords(Math.round(off / unit) * unit)} ${offset < 0 ? 'ahead' : 'behind'}`
}

/** 23 hours and 50 minutes are a day, 59 and a half minutes an hour. */
const NEARLY = 0.99

const TOLD = 'clockTold'

/** Says once per tab that the device's clock is off, because times on the page differ from it. */
function ClockNews() {
  const now = useNow(MINUTE_MS)
  useEffect(tell, [now])
  return null
}

function tell(): void {
  const title = clockWords(deviceOffset())
  if (title === null || document.hidden || inTab.read(TOLD) !== null) return
  inTab.write(TOLD, '1')
  showToast({ title, message: 'Times here follow ours.' })
}
