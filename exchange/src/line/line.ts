import { setTimeout as delay } from 'node:timers/promises'
import type { Instant } from '../state/journal.ts'

/** The line to a phone, which TwiML plays into and takes keys from. `stop` ends every wait early without an error. */
export type Line = {
  /** A test commands a `scripted` line step by step, and it takes no real time. The others run in real time. */
  kind: 'scripted' | 'browser' | 'telephone'
  /** The call's own clock, ms UTC. */
  now(): Instant
  keypad: Keypad
  /** `mulaw`: null if the file can't be decoded. `caption`: its words, if the document has them. */
  play(mulaw: Uint8Array | null, stop: AbortSignal, caption: string): Promise<void>
  say(text: string, stop: AbortSignal, voice: string | null): Promise<void>
  pause(seconds: number, stop: AbortSignal): Promise<void>
  nextKey(timeoutSeconds: number, stop: AbortSignal): Promise<string | null>
  /** Somebody picked up. */
  beginTalk(): void
  /** The talk is over, so the call's clock stops. */
  endTalk(): void
  /** The call is over, which releases the phone. */
  close(): void
  /** The recording of an ended call, as mu-law; null: there is none; 'later': Asterisk doesn't answer. Unset: it is what was played. */
  recording?(): Promise<Uint8Array | null | 'later'>
}

type Keypad = ReturnType<typeof newKeypad>

/** Keys pressed while the call listens. Others are lost, as on a real call. */
export function newKeypad() {
  let listening: AbortController | null = null
  let pressed: string[] = []
  const keypad = {
    onPress: null as (() => void) | null,
    /** Starts listening, without earlier keys. The signal fires at the first key. */
    listen(): AbortSignal {
      listening = new AbortController()
      pressed = []
      return listening.signal
    },
    deaf: () => void (listening = null),
    /** False if the call isn't listening. */
    press(key: string): boolean {
      if (listening === null) return false
      pressed.push(key)
      listening.abort()
      keypad.onPress?.()
      return true
    },
    take: (): string | null => pressed.shift() ?? null,
  }
  return keypad
}

/** Waits until the time is up, `signal` fires or `early` resolves. Leaves no timer behind. */
export async function quietly(ms: number, signal: AbortSignal, early?: Promise<void>): Promise<void> {
  const enough = new AbortController()
  void early?.then(() => enough.abort())
  await delay(ms, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => {})
}

/** The next key in real time. */
export async function keyWithin(keypad: Keypad, ms: number, stop: AbortSignal): Promise<string | null> {
  const early = keypad.take()
  if (early !== null) return early
  const pressed = new AbortController()
  keypad.onPress = () => pressed.abort()
  await quietly(ms, AbortSignal.any([stop, pressed.signal]))
  keypad.onPress = null
  return keypad.take()
}
