import { test, type PlantedBug } from '../planted-bug.ts'

/** Bugs in the plans that bend: times by weekday, days off. */
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
  {
    name: 'days-off-after-the-mark',
    bug: 'days off that meet the mark of a call say that nothing rings, and the phone rings',
    file: 'server/src/schedules/days-off/change-days-off.ts',
    search: `    for (const schedule of theirs) if (await isPlacedOn(tx, schedule, wanted)) return { outcome: 'being-placed' }\n`,
    replace: '',
    caughtBy: test('src/schedules/days-off/days-off', 'that is being placed answers 409'),
  },
  {
    name: 'days-off-without-replanning',
    bug: 'days off are written, and what was planned for them rings all the same',
    file: 'server/src/schedules/days-off/change-days-off.ts',
    search:
      "    changeCallable(services, tx, { userId, followUps: 'stay' }, async (callee) =>\n      callee === null ? null : change(tx, await lockSchedules(tx, userId, services.clock.now())),\n    ),\n",
    replace: '    lockSchedules(tx, userId, services.clock.now()).then((schedules) => change(tx, schedules)),\n',
    caughtBy: test('src/schedules/days-off/days-off', 'taken 30 s before a call'),
  },
  {
    name: 'told-for-each-schedule',
    bug: 'whoever has three schedules is told three times that calls start again',
    file: 'server/src/notices/give-notice.ts',
    search: '  if (!(await wasTold(tx, userId, { kind: notice.kind, since }))) await',
    replace: '  void [since, wasTold]\n  await',
    caughtBy: test('src/schedules/notify-evening-before', 'bell and mail say once when'),
  },
]
