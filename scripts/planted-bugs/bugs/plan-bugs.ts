import { test, type PlantedBug } from '../planted-bug.ts'

/** Bugs in the plans that bend: times by weekday. */
export const planBugs: readonly PlantedBug[] = [
  {
    name: 'first-day-found',
    bug: "the first day found rings next, though a gap pushes its call past the next day's, which is lost",
    file: 'core/src/schedules/recurrence.ts',
    search: '    last = Math.min(last, day + 1)\n',
    replace: '    break\n',
    caughtBy: { project: 'unit', file: 'core/src/schedules/recurrence.test.ts', title: 'pushes past the next day' },
  },
  {
    name: 'usual-time-every-day',
    bug: 'an edit of another switch rings every day at the usual time',
    file: 'server/src/schedules/schedules.sql.ts',
    search: '  weekday_times: JSON.stringify(chosen.times),\n',
    replace: `  weekday_times: '{}',\n`,
    caughtBy: test('src/schedules/weekday-times', 'Monday at 6:30 and Tuesday at 7:15'),
  },
  {
    name: 'skip-moved-to-the-wrong-day',
    bug: "new zone data moves a skip to the other weekday's call within half a day",
    file: 'core/src/schedules/skipped-calls.ts',
    search: '    if (Math.abs(next - at) > Math.abs(found - at)) break\n',
    replace: '    if (Math.abs(next - at) !== Math.abs(found - at)) break\n',
    caughtBy: {
      project: 'unit',
      file: 'core/src/schedules/skipped-calls.test.ts',
      title: 'two calls within half a day',
    },
  },
]
