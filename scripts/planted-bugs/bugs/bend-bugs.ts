import { test, type PlantedBug } from '../planted-bug.ts'

const unit = (file: string, title: string) => ({ project: 'unit', file, title }) as const

/** Bugs in how plans bend to a life: notes, travel. */
export const bendBugs: readonly PlantedBug[] = [
  {
    name: 'wake26-every-morning',
    bug: 'a note is said every morning from then on',
    file: 'core/src/schedules/note.ts',
    search: 'return noteAt === at ? note : null',
    replace: 'return noteAt === at || at > 0 ? note : null',
    caughtBy: test('src/schedules/note/note', 'WAKE-26 a note is heard'),
  },
  {
    name: 'wake26-skipped-note',
    bug: 'a note outlives the skip of its call',
    file: 'core/src/schedules/note.ts',
    search: 'isSkipped(schedule, noteAt) || ',
    replace: '',
    caughtBy: test('src/schedules/note/note', 'what a skip makes'),
  },
  {
    name: 'wake26-later-call',
    bug: 'a note can be written for a call that is not the next',
    file: 'server/src/schedules/note/write-note.ts',
    search: 'if (at !== next) return',
    replace: 'if (next === null) return',
    caughtBy: test('src/schedules/note/note', 'WAKE-26 only the next call'),
  },
  {
    name: 'wake26-kept-for-ever',
    bug: 'notes of mornings that are over are kept',
    file: 'server/src/retention.ts',
    search: '  { keptMs: kept.NOTES_KEPT_MS, forget: ({ db }, before) => forgetNotes(db, before) },\n',
    replace: '',
    caughtBy: test('src/schedules/note/note', 'WAKE-26 a note is heard'),
  },
  {
    name: 'wake27-everything-moves',
    bug: 'calls of other zones than the one that is left move along',
    file: 'web/src/features/schedules/travel/travel-offer.ts',
    search: 'recurring.filter(({ timezone }) => timezone === left)',
    replace: 'recurring.filter(({ timezone }) => timezone !== here)',
    caughtBy: unit('web/src/features/schedules/travel/travel-offer.test.ts', 'WAKE-27 only active'),
  },
  {
    name: 'wake27-asked-again',
    bug: 'who keeps the zone is asked again at once',
    file: 'web/src/features/schedules/travel/kept-zones.ts',
    search: '[zone]: now + KEPT_MS',
    replace: '[zone]: now',
    caughtBy: unit('web/src/features/schedules/travel/kept-zones.test.ts', 'WAKE-27'),
  },
]
