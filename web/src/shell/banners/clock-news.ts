import { DAY_MS, HOUR_MS, inWords, MINUTE_MS, YEAR_MS } from '@reveille/core/time/duration'
import { useEffect } from 'react'
import { deviceOffset } from '../../browser/device-clock.ts'
import { inTab } from '../../browser/storage.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'

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
export function ClockNews() {
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
