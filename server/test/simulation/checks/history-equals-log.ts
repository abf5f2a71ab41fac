import { cutOff } from '@reveille/core/calls/call-times'
import type { Check } from './check.ts'
import { confirmation, type CallFact } from './facts.ts'

const SHORTEST_TALK_S = 3

/** Every call that the carrier took is in our history once, with its true end. */
export const checkHistoryEqualsLog: Check = ({ log }, { calls, gone }, report) => {
  const isGone = (phone: string) => gone.some(({ phones }) => phones.includes(phone))
  const known = new Map(calls.map((call) => [call.token, call]))
  for (const { sid, token, to } of log.calls)
    if (!known.has(token) && !isGone(to)) report(`I20 ${sid} to ${to} stands in no history`)
  const tries = new Set<string>()
  for (const call of calls) {
    if (call.requests.length > 0) {
      const attempt = `occurrence ${call.occurrenceId}, attempt ${call.attempt}`
      if (tries.has(attempt)) report(`I2 ${attempt} was dialled by two calls`)
      tries.add(attempt)
    }
    if (call.taken.length > 1) report(`I2 call ${call.id} rang ${call.taken.length} times: ${sids(call)}`)
    checkEnd(call, report)
  }
}

function checkEnd(call: CallFact, report: (words: string) => void): void {
  const [taken] = call.taken
  if (call.failure === 'not-learnt' && call.endedAt !== null && call.endedAt < cutOff(call.dueAt))
    report(`CALL-3 call ${call.id} was given up in doubt before its cut-off`)
  if (taken === undefined) {
    if (call.status !== 'failed') report(`I20 call ${call.id} says ${call.status}, the carrier never had it`)
    return
  }
  if (call.carrierCallId !== taken.sid && call.taken.length === 1)
    report(`I20 call ${call.id} is bound to ${call.carrierCallId}, the carrier has it as ${taken.sid}`)
  const right = possibleStatuses(call)
  if (!right.includes(call.status))
    report(`I20 call ${call.id} (${taken.sid}) says ${call.status}, it was ${right.join(' or ')}`)
  for (const { key, effect } of taken.keys)
    if (effect === null && ['1', '2', '9'].includes(key))
      report(`CALL-10 key ${key}, pressed in ${taken.sid}, was refused`)
}

/** Possible statuses of a call that the carrier took; several if nobody could tell us. */
export function possibleStatuses(call: CallFact): string[] {
  const taken = call.taken[0]!
  const effects = taken.keys.map(({ effect }) => effect)
  const isProven = confirmation(taken, call.proof) !== null || effects.includes('snooze')
  if (isProven) return ['completed']
  const heard = call.kind === 'sample' ? 'completed' : 'unconfirmed'
  const page = call.provenOnPageAt === null ? [] : ['completed']
  const isUnsure = effects.includes('unknown')
  // A key proves a person, whatever it was; one of unknown effect may have been the right answer.
  if (effects.some((effect) => effect !== null && effect !== 'unknown'))
    return [heard, ...page, ...(isUnsure ? ['completed'] : [])]
  // Nobody heard a word, which we know beside a second carrier, and if we knew of the answer before the end.
  const isUnheard = call.isBesideSecond && taken.answeredAt !== null && taken.heard.length === 0
  const perhaps = [...(isUnsure ? ['completed', heard, ...page] : page), ...(isUnheard ? ['failed'] : [])]
  switch (taken.how) {
    case 'failed':
    case 'unwanted':
    case 'refused':
      return ['failed', ...perhaps]
    case 'blocked':
      return ['no_answer', 'failed', ...perhaps]
    case 'hung-up': {
      const talked = (taken.talkedS ?? 0) >= SHORTEST_TALK_S ? heard : 'no_answer'
      if (taken.machineAt === null) return [talked, ...perhaps]
      return taken.machineToldAt === null ? ['no_answer', talked, ...perhaps] : ['no_answer', ...perhaps]
    }
    default:
      return ['no_answer', ...perhaps]
  }
}

const sids = ({ taken }: CallFact) => taken.map(({ sid }) => sid).join(', ')
