import type { Call } from '@reveille/contract/calls'

/** The last call that is over, if that was a sample that nobody heard. */
export function unheardSample(calls: readonly Call[]): Call | null {
  const last = calls.find(({ phase }) => phase === 'ended')
  return last?.kind === 'sample' && last.status !== 'completed' ? last : null
}

/** Voicemail talks longer than somebody who declines by hanging up at once. */
const VOICEMAIL_S = 3

/** What became of a sample that wasn't heard. */
export function unheardWords({ status, duration }: Pick<Call, 'status' | 'duration'>): string {
  if (status === 'no_answer') {
    if (duration === null) return "We called and you didn't pick up."
    return duration < VOICEMAIL_S
      ? 'We called, and the call ended before you could hear us.'
      : 'We called, and voicemail picked up.'
  }
  return status === 'failed' ? 'Your sample call failed.' : "We called, but can't tell if you heard us."
}
