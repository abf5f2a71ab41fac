import type { Instant } from '../exchange/journal.ts'

/**
 * The line to the called phone: TwiML plays into it and takes keys from it. Every wait ends early, without an error,
 * when `stop` fires.
 */
export type Line = {
  /** `scripted` lines are commanded step by step and take no real time. */
  kind: 'scripted' | 'browser'
  /** The time on this call's clock, ms UTC. */
  now(): Instant
  keypad: Keypad
  /** Plays telephone audio; null when the file could not be decoded. `caption`: its words, if the caller wrote them. */
  play(mulaw: Uint8Array | null, stop: AbortSignal, caption: string): Promise<void>
  /** `voice`: the one that was asked for; null: none. */
  say(text: string, stop: AbortSignal, voice: string | null): Promise<void>
  pause(seconds: number, stop: AbortSignal): Promise<void>
  /** The next key, or null when none comes within `timeoutSeconds`. */
  nextKey(timeoutSeconds: number, stop: AbortSignal): Promise<string | null>
  /** Somebody picked up. */
  beginTalk(): void
  /** The talk is over: the call's clock stops. */
  endTalk(): void
  /** The call is over: releases the phone. */
  close(): void
}

/** Keys pressed while somebody listens. Those pressed otherwise are lost, as on a real call. */
type Keypad = {
  /** Begins to listen, forgetting earlier keys. The signal fires at the first key. */
  listen(): AbortSignal
  deaf(): void
  /** False when nobody listens. */
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
