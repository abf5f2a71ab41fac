import type { Instant } from '../exchange/journal.ts'

/**
 * The line to the called phone, which TwiML plays into and takes keys from. When `stop` fires, every wait ends early
 * without an error.
 */
export type Line = {
  /** A test commands a `scripted` line step by step, and it takes no real time. */
  kind: 'scripted' | 'browser'
  /** The call's own clock, ms UTC. */
  now(): Instant
  keypad: Keypad
  /** `mulaw`: null if the file can't be decoded. `caption`: its words, if the document has them. */
  play(mulaw: Uint8Array | null, stop: AbortSignal, caption: string): Promise<void>
  /** `voice`: the one in the document, if any. */
  say(text: string, stop: AbortSignal, voice: string | null): Promise<void>
  pause(seconds: number, stop: AbortSignal): Promise<void>
  /** The next key; null after `timeoutSeconds`. */
  nextKey(timeoutSeconds: number, stop: AbortSignal): Promise<string | null>
  /** Somebody picked up. */
  beginTalk(): void
  /** The talk is over, so the call's clock stops. */
  endTalk(): void
  /** The call is over, which releases the phone. */
  close(): void
}

/** Keys pressed while the call listens. Others are lost, as on a real call. */
type Keypad = {
  /** Starts listening, without earlier keys. The signal fires at the first key. */
  listen(): AbortSignal
  deaf(): void
  /** False if the call isn't listening. */
  press(key: string): boolean
  take(): string | null
  onPress: (() => void) | null
}

export function newKeypad(): Keypad {
  let listening: AbortController | null = null
  let pressed: string[] = []
  const keypad: Keypad = {
    onPress: null,
    listen() {
      listening = new AbortController()
      pressed = []
      return listening.signal
    },
    deaf: () => void (listening = null),
    press(key) {
      if (listening === null) return false
      pressed.push(key)
      listening.abort()
      keypad.onPress?.()
      return true
    },
    take: () => pressed.shift() ?? null,
  }
  return keypad
}
