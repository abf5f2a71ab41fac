import { scene, test, type PlantedBug } from '../planted-bug.ts'

/** Bugs in pausing, resuming and stopping for today. */
export const pauseBugs: readonly PlantedBug[] = [
  {
    name: 'resume-back-fills',
    bug: 'a schedule that is resumed calls for what it missed while it was paused',
    file: 'server/src/schedules/planner/replan.ts',
    search: 'nextDue(rule, now) : null',
    replace: 'nextDue(rule, now - 5 * 60_000) : null',
    caughtBy: scene('resumed two minutes after'),
  },
  {
    name: 'pause-loses-the-snooze',
    bug: 'a pause ends the snooze of a call, which Undo does not bring back',
    file: 'server/src/schedules/toggle-schedule.ts',
    search: `await setActive(tx, id, false), followUps: 'stay'`,
    replace: `await setActive(tx, id, false), followUps: 'end'`,
    caughtBy: test('src/calls/follow-ups', 'loses neither call nor schedule'),
  },
  {
    name: 'mark-crosses-pause',
    bug: 'a snooze is paused in the moment in which it is marked to be dialled, and rings all the same',
    file: 'server/src/schedules/toggle-schedule.ts',
    search: '  await endLeases(tx, calls)\n',
    replace: '',
    caughtBy: test('src/calls/follow-ups', 'a mark that meets a pause'),
  },
  {
    name: 'snooze-of-the-pause-rings',
    bug: 'a snooze whose time came under a pause, when no worker was there, rings once it is resumed',
    file: 'server/src/schedules/planner/replan.ts',
    search: 'dueAt > updatedAt && dueAt',
    replace: 'dueAt < updatedAt && dueAt',
    caughtBy: test('src/calls/follow-ups', 'by a worker that was not there'),
  },
]
