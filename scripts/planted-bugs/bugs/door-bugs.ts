import { test, type PlantedBug } from '../planted-bug.ts'

/** Bugs in the functions that hold a sequence: each forgets one step. */
export const doorBugs: readonly PlantedBug[] = [
  {
    name: 'change-plans-nothing',
    bug: 'a changed schedule keeps the calls that were planned before',
    file: 'server/src/schedules/change-schedule.ts',
    search: `    await replanSchedule(services, tx, done.changed, done.followUps)\n`,
    replace: '',
    caughtBy: test('src/schedules/schedules', 'skipping leaves out exactly the next call'),
  },
  {
    name: 'new-schedule-unplanned',
    bug: 'a schedule that is made minutes before its call plans nothing',
    file: 'server/src/schedules/change-schedule.ts',
    search: `    await replanSchedule(services, tx, done.added)\n`,
    replace: '',
    caughtBy: test('src/calls/call-life', 'a call rings at its second'),
  },
  {
    name: 'deletion-takes-nothing-back',
    bug: 'what was planned for a deleted schedule stays without an outcome',
    file: 'server/src/schedules/change-schedule.ts',
    search: `  await takeBack(services, tx, which.id, 'end')\n`,
    replace: '',
    caughtBy: test('src/schedules/change-schedule', 'what was planned for a deleted schedule'),
  },
  {
    name: 'skip-is-news',
    bug: 'whoever skips a call is told that it was skipped',
    file: 'server/src/schedules/planner/close-occurrence.ts',
    search: `const isToTell = `,
    replace: `if (outcome === 'skipped') await giveCallNotice(services, tx, occurrence, { kind: 'call-skipped', dueAt })\n  const isToTell = `,
    caughtBy: test('src/schedules/edited-skips', 'is no news, and can still be taken back'),
  },
  {
    name: 'end-decides-nothing',
    bug: 'nothing follows a call that nobody answered',
    file: 'server/src/calls/end-call.ts',
    search: `  await settleOccurrence(services, tx, { occurrenceId: call.occurrenceId, callee })\n`,
    replace: '',
    caughtBy: test('src/calls/waking', 'WAKE-10'),
  },
  {
    name: 'ended-call-holds-the-line',
    bug: 'a call that has ended keeps others from its person',
    file: 'server/src/calls/call-life.sql.ts',
    search: '{ holds_line: false, lease_owner: null } : {}',
    replace: '{ lease_owner: null } : {}',
    caughtBy: test('src/calls/handle-key', 'come one after the other'),
  },
  {
    name: 'late-call-unsettled',
    bug: 'a call that came too late before a change has failed, and its occurrence has no outcome',
    file: 'server/src/schedules/planner/replan.ts',
    search: `    await settleOccurrence(services, tx, { occurrenceId, callee })\n`,
    replace: '',
    caughtBy: test('src/schedules/planner/owed-calls', 'gets its outcome and its words'),
  },
]
