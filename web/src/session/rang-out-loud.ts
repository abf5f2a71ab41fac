import { inBrowser } from '../browser/storage.ts'
import { sharedValue } from '../ui/shared-value.ts'

const KEY = 'rangOutLoud'

const answer = sharedValue(inBrowser.read(KEY))

/** Keeps whether this sample rang out loud until the person answers for another one, or signs out. */
export function rememberRang(callId: number, rang: boolean): void {
  const words = `${callId} ${rang}`
  inBrowser.write(KEY, words)
  answer.set(words)
}

export function forgetRang(): void {
  inBrowser.remove(KEY)
  answer.set(null)
}

/** Null until the person says so. */
export function useRang(callId: number | undefined): boolean | null {
  const [id, rang] = answer.use()?.split(' ') ?? []
  return id === String(callId) && rang !== undefined ? rang === 'true' : null
}
