import type { Activity } from '../calls/activity.ts'
import type { Instant } from '../state/journal.ts'
import { newKeypad, type Line } from './line.ts'

/** How long a scripted call rings and talks if no command says. */
export const ringSeconds = 3
const talkSeconds = 20

/** A test commands it: playing takes no time, and waiting for a key lasts until the next command. */
export type ScriptedLine = Line & {
  kind: 'scripted'
  /** Advances the call's own clock. */
  pass(seconds: number): void
  awaitsKey(): boolean
  /** Lets the wait for a key run into its timeout. */
  sayNothing(): void
}

/** `now`: the carrier's clock when the call begins. From then on, only commands move the line's own clock. */
export function scriptedLine(now: Instant, activity: Activity): ScriptedLine {
  const keypad = newKeypad()
  let elapsedMs = 0
  let talk: 'none' | 'of-default-length' | 'of-stated-length' = 'none'
  let answer: ((key: string | null) => void) | null = null
  // Waiting for a person isn't activity, so the call counts as settled.
  const settle = (key: string | null) => {
    const waiter = answer
    answer = null
    if (!waiter) return
    activity.enter()
    waiter(key)
  }
  keypad.onPress = () => {
    if (answer) settle(keypad.take())
  }
  return {
    kind: 'scripted',
    keypad,
    now: () => now + elapsedMs,
    pass(seconds) {
      elapsedMs += seconds * 1_000
      if (talk !== 'none') talk = 'of-stated-length'
    },
    beginTalk: () => void (talk = 'of-default-length'),
    endTalk() {
      // No command said how long the talk lasted.
      if (talk === 'of-default-length') elapsedMs += talkSeconds * 1_000
    },
    awaitsKey: () => answer !== null,
    sayNothing: () => settle(null),
    play: () => Promise.resolve(),
    say: () => Promise.resolve(),
    pause: () => Promise.resolve(),
    nextKey(_timeoutSeconds, stop) {
      const key = keypad.take()
      if (key !== null || stop.aborted) return Promise.resolve(key)
      return new Promise((resolve) => {
        answer = resolve
        stop.addEventListener('abort', () => settle(null), { once: true })
        activity.leave()
      })
    },
    close: () => {},
  }
}
