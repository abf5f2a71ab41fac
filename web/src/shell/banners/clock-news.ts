import { MINUTE_MS } from '@reveille/core/time/duration'
import { useEffect } from 'react'
import { deviceOffset } from '../../browser/device-clock.ts'
import { inTab } from '../../browser/storage.ts'
import { clockWords } from '../../format/clock-words.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'

const TOLD = 'clockTold'

/** Tells once in a tab that the device's clock is off: the times on the page are others then. */
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
