import { scene, test, type PlantedBug } from '../../planted-bug.ts'

/** Bugs in how we interpret the carrier's answers, and its silence. */
export const carrierBugs: readonly PlantedBug[] = [
  {
    name: 'retry-on-time-out',
    bug: 'a call without a clear answer is dialled again at once',
    file: 'server/src/dispatch/dialler.ts',
    search: `return { outcome: 'in-doubt', why: 'no clear answer', refusal: refusalIn(error) }`,
    replace: `return { outcome: 'not-placed', retryAfterMs: 1_000 }`,
    caughtBy: scene('taken without an answer, of which'),
  },
  {
    name: 'doubt-is-failure',
    bug: 'a call in doubt is declared failed at the first look',
    file: 'server/src/calls/reconcile.ts',
    search: `  } else if (now < markedAt + BELIEVE_NONE_AFTER_MS) {
    await keepAsking(services, call)
`,
    replace: `  } else if (now < markedAt + BELIEVE_NONE_AFTER_MS) {
    await failCall(services, call.id, 'not-learnt', { stage: 'in_doubt', markedAt })
`,
    caughtBy: scene('met by an error'),
  },
  {
    name: 'doubt-believed-at-once',
    bug: 'the carrier does not list a call yet, and it is dialled again',
    file: 'core/src/calls/in-doubt-policy.ts',
    search: 'BELIEVE_NONE_AFTER_MS = 45_000',
    replace: 'BELIEVE_NONE_AFTER_MS = 1_000',
    caughtBy: { project: 'unit', file: 'core/src/calls/in-doubt-policy.test.ts' },
  },
  {
    name: 'no-watchdog',
    bug: 'nobody asks about a placed call of which nothing more is heard',
    file: 'server/src/calls/reconcile.sql.ts',
    search: `    .where('stage', '=', at)
    .returning([`,
    replace: `    .where('stage', '=', 'in_doubt')
    .returning([`,
    caughtBy: scene('call of which no callback comes for a minute'),
  },
  {
    name: 'line-of-a-deleted-call',
    bug: 'an account that is deleted in the same moment keeps the lines of all others out of their timelines',
    file: 'server/src/calls/timeline.sql.ts',
    search: '      order by id for key share\n',
    replace: '',
    caughtBy: test('src/calls/timeline.sql', 'keeps nobody else from their line'),
  },
  {
    name: 'status-goes-back',
    bug: 'a late callback of the ringing takes an answered call back',
    file: 'core/src/calls/call-lifecycle.ts',
    search: `      if (call.stage === 'placed' && call.ringingAt !== null) return call
      return { ...call, stage: 'placed', ringingAt: call.ringingAt ?? event.at }`,
    replace: `      return { ...call, stage: 'placed', status: 'pending', answeredAt: null, ringingAt: event.at }`,
    caughtBy: { project: 'unit', file: 'core/src/calls/call-lifecycle.test.ts' },
  },
  {
    name: 'end-overwritten',
    bug: 'a callback that comes after the end opens the call again',
    file: 'core/src/calls/call-lifecycle.ts',
    search: `return event.type === 'machine' ? turnIntoVoicemail(call) : call`,
    replace: `return event.type === 'machine' ? turnIntoVoicemail(call) : applyToOpenCall(call, event)`,
    caughtBy: { project: 'unit', file: 'core/src/calls/call-lifecycle.test.ts' },
  },
  {
    name: 'voicemail-is-answer',
    bug: 'a machine that answers counts as a person',
    file: 'core/src/calls/call-lifecycle.ts',
    search: 'return call.machine || (durationS ?? 0)',
    replace: 'return (durationS ?? 0)',
    caughtBy: { project: 'unit', file: 'core/src/calls/call-lifecycle.test.ts' },
  },
  {
    name: 'anybody-signs',
    bug: 'any signature under a callback is good',
    file: 'server/src/carrier/twilio/signature.ts',
    search: 'return given.length === expected.length && timingSafeEqual(given, expected)',
    replace: 'return given.length === expected.length || timingSafeEqual(given, given)',
    caughtBy: { project: 'unit', file: 'server/src/carrier/twilio/signature.unit.test.ts' },
  },
  {
    name: 'foreign-call-believed',
    bug: 'a callback about another call of the carrier changes ours',
    file: 'server/src/calls/callbacks/callback-call.ts',
    search: 'carrierCallId === null || call.carrierCallId === carrierCallId',
    replace: 'carrierCallId === null || call.carrierCallId !== null',
    caughtBy: scene('foreign'),
  },
  {
    name: 'line-held-for-ever',
    bug: 'a placed call of which the carrier tells nothing holds the line',
    file: 'server/src/calls/reconcile.ts',
    search: `        noAnswer(services, call, error)
        await letGo(services, call, refusalIn(error))
`,
    replace: '        noAnswer(services, call, error)\n',
    caughtBy: test('src/calls/reconcile', 'CALL-14 a placed call'),
  },
  {
    name: 'old-answer-about-a-doubt',
    bug: 'what the carrier said about an earlier mark of a call is believed of a later one',
    file: 'server/src/calls/call-life.sql.ts',
    search: `eb.and([eb('stage', '=', 'in_doubt'), eb('marked_at', '=', timestamp(knower.markedAt))])`,
    replace: `eb.and({ stage: 'in_doubt' })`,
    caughtBy: test('src/calls/reconcile', 'CALL-3 an answer about a doubt'),
  },
  {
    name: 'our-fault-ends-the-call',
    bug: 'a call that is refused for a fault on our side is given up at once',
    file: 'server/src/carrier/twilio/calls.ts',
    search: `if (reason !== null) return { outcome: 'rejected', reason, refusal }`,
    replace: `return { outcome: 'rejected', reason: reason ?? 'not-permitted', refusal }`,
    caughtBy: test('test/faults/asking', 'refused once for a fault on our side'),
  },
  {
    name: 'refusal-not-kept',
    bug: 'a call that the carrier refused does not keep with what',
    file: 'server/src/calls/end-call.ts',
    search: `detail: refusalDetail(refusal, reason)`,
    replace: `detail: reason`,
    caughtBy: test('test/faults/refusals', 'a wrong account'),
  },
  {
    name: 'trouble-by-code',
    bug: 'a call refused for a fault on our side is not counted as a fault of the carrier when its end names a code',
    file: 'server/src/calls/carrier-trouble.sql.ts',
    search: `split_part(detail, ' ', 1) in`,
    replace: `detail in`,
    caughtBy: test('test/faults/refusals', 'count as a carrier in trouble'),
  },
]
