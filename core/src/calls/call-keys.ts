import { MAX_SNOOZES } from './next-step.ts'

/** What a pressed key does in a call (CALL-7). */
export type KeyEffect =
  | 'confirm'
  | 'snooze'
  | 'skip-next'
  /** The first 0: announces that a second one stops all calls. */
  | 'warn-stop'
  | 'stop-all'
  | 'repeat-choices'

export type KeyContext = {
  isSample: boolean
  snoozesSoFar: number
  /** The call that 9 skips: already skipped, still to be skipped, changed since the message named it, or none. */
  next: 'there' | 'gone' | 'none'
  /** Whether the key before this one was a 0. */
  afterZero: boolean
}

/** What `key` means in this call; a key that is not offered repeats the options. */
export function keyEffect(key: string, { isSample, snoozesSoFar, next, afterZero }: KeyContext): KeyEffect {
  switch (key) {
    case '1':
      return 'confirm'
    case '2':
      return isSample || snoozesSoFar >= MAX_SNOOZES ? 'repeat-choices' : 'snooze'
    case '9':
      if (isSample || next === 'none') return 'repeat-choices'
      return next === 'there' ? 'skip-next' : 'confirm' // never another call; whoever presses it is up
    case '0':
      return afterZero ? 'stop-all' : 'warn-stop'
    default:
      return 'repeat-choices'
  }
}
