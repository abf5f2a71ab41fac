import { scene, type PlantedBug } from './planted-bug.ts'

/** Mistakes in what a person wished, and in what follows a call. */
export const morningBugs: readonly PlantedBug[] = [
  {
    name: 'skip-ignored',
    bug: 'a call that was skipped before it was planned rings',
    file: 'server/src/use-cases/plan-occurrences.ts',
    search: 'const skipped = isSkipped(schedule, dueAt)',
    replace: 'const skipped = isSkipped(schedule, -dueAt)',
    caughtBy: scene('before it is planned'),
  },
  {
    name: 'resume-back-fills',
    bug: 'a schedule that is resumed calls for what it missed while it was paused',
    file: 'server/src/use-cases/replan-schedule.ts',
    search: 'nextDue(rule, now) : null',
    replace: 'nextDue(rule, now - 5 * 60_000) : null',
    caughtBy: scene('resumed two minutes after'),
  },
  {
    name: 'one-time-for-ever',
    bug: 'a one-time schedule stays on the list after its call',
    file: 'server/src/use-cases/end-call.ts',
    search: `    await endOneTimeSchedule(tx, occurrence.schedule_id, { dueAt: occurrence.due_at.getTime(), at: now })\n`,
    replace: '',
    caughtBy: {
      project: 'integration',
      file: 'server/src/use-cases/notices.test.ts',
      title: 'a one-time schedule that is over',
    },
  },
  {
    name: 'limit-unlocked',
    bug: 'the limit of three is checked without a lock',
    file: 'server/src/db/people.ts',
    search: `    .modifyEnd(sql\`for no key update of users\`)\n`,
    replace: '',
    caughtBy: scene('four new schedules'),
  },
  {
    name: 'retry-after-confirmation',
    bug: 'who pressed 1 is called again',
    file: 'core/src/next-step.ts',
    search: `  if (all.some((call) => call.confirmed)) return { step: 'close', outcome: 'answered' }\n`,
    replace: '',
    caughtBy: { project: 'unit', file: 'core/src/next-step.test.ts' },
  },
  {
    name: 'others-not-settled',
    bug: 'key 1 leaves the other call that was due just now to ring',
    file: 'server/src/use-cases/answer-call.ts',
    search: `  if (call.kind !== 'sample') await settleOthers(tx, call, now)\n`,
    replace: '',
    caughtBy: { project: 'integration', file: 'server/src/use-cases/keys.test.ts', title: 'CALL-14 I15' },
  },
  {
    name: 'account-outlived',
    bug: 'the calls of a deleted account are dialled all the same',
    file: 'server/src/db/erase-person.ts',
    search: `  await tx.deleteFrom('users').where('id', '=', userId).execute()`,
    replace: `  await tx.updateTable('users').set({ email: \`gone \${userId}\` }).where('id', '=', userId).execute()`,
    caughtBy: scene('slow database a delete-account'),
  },
  {
    name: 'announced-twice',
    bug: 'a call is announced again when a process dies over its text',
    file: 'server/src/db/announcements.ts',
    search: `    .where('occurrences.announced_at', 'is', null)\n`,
    replace: '',
    caughtBy: scene('any step of an announcement'),
  },
  {
    name: 'second-overlap',
    bug: 'a time that the clocks show twice rings the second time',
    file: 'core/src/time-zone.ts',
    search: `  const period = firstPeriodAtLocal(zone, local)
  if (!isBeforePeriod(zone, period, local)) return local - offsetOf(zone, period)`,
    replace: `  const first = firstPeriodAtLocal(zone, local)
  const period = first + 1 < zone.ends.length && !isBeforePeriod(zone, first + 1, local) ? first + 1 : first
  if (!isBeforePeriod(zone, period, local)) return local - offsetOf(zone, period)`,
    caughtBy: { project: 'unit', file: 'core/src/time-zone.test.ts' },
  },
  {
    name: 'gap-skipped',
    bug: 'a time that the clocks leave out does not ring at all',
    file: 'core/src/time-zone.ts',
    search: '>= DAY_MS ? null : local - offsetBefore',
    replace: '>= 0 ? null : local - offsetBefore',
    caughtBy: { project: 'unit', file: 'core/src/time-zone.test.ts' },
  },
  {
    name: 'day-left-out-rings',
    bug: 'a date that does not exist in a zone rings at the instant of the next day',
    file: 'core/src/time-zone.ts',
    search: '>= DAY_MS ? null : local - offsetBefore',
    replace: '>= 2 * DAY_MS ? null : local - offsetBefore',
    caughtBy: { project: 'unit', file: 'core/src/time-zone.test.ts' },
  },
]
