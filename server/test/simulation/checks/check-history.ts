import type { Stage } from '../stage.ts'
import { checkAnnouncements } from './announcements.ts'
import { iso, type Check } from './check.ts'
import { gatherFacts } from './facts.ts'
import { checkFollowUps } from './follow-ups.ts'
import { checkHistoryEqualsLog } from './history-equals-log.ts'
import { checkLeaving } from './leaving.ts'
import { checkMustRing } from './must-ring.ts'
import { checkNotes } from './notes.ts'
import { checkOneAtATime } from './one-at-a-time.ts'
import { checkOnlyExpected } from './only-expected.ts'
import { checkOutcomes } from './outcomes.ts'
import { checkSecondNumbers } from './second-number.ts'
import { checkShownFollowUps } from './shown/shown-follow-ups.ts'
import { checkShownHistory } from './shown/shown-history.ts'
import { checkTiming } from './timing.ts'
import { checkTwoCarriers } from './two-carriers.ts'

const checks: readonly Check[] = [
  checkHistoryEqualsLog,
  checkTiming,
  checkFollowUps,
  checkOneAtATime,
  checkOnlyExpected,
  checkAnnouncements,
  checkLeaving,
  checkMustRing,
  checkOutcomes,
  checkShownHistory,
  checkShownFollowUps,
  checkNotes,
  checkSecondNumbers,
  checkTwoCarriers,
]

/** Compares the carrier's log with what people expected and with the history that we show them. */
export async function checkHistory(stage: Stage): Promise<void> {
  const facts = await gatherFacts(stage)
  stage.occurrences = facts.occurrences.length
  for (const check of checks) check(stage, facts, (words) => stage.world.violation(words))
  await tellTimelines(stage)
}

/** Prints our timelines of the affected calls, to understand a failing seed. */
async function tellTimelines({ database, world }: Stage): Promise<void> {
  const named = new Set(
    world.violations.flatMap((words) => [...words.matchAll(/\bcall (\d+)/g)].map(([, id]) => Number(id))),
  )
  for (const id of named) {
    const { rows } = await database.observer.query(
      'select at, kind, detail from call_events where call_id = $1 order by id',
      [id],
    )
    const events = rows.map(({ at, kind, detail }) => `${iso(at)} ${kind}${detail === null ? '' : ` ${detail}`}`)
    world.note(`timeline of call ${id}: ${events.join(', ')}`)
  }
}
