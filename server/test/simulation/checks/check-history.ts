import type { Stage } from '../stage.ts'
import { checkAnnouncements } from './announcements.ts'
import type { Check } from './check.ts'
import { gatherFacts } from './facts.ts'
import { checkFollowUps } from './follow-ups.ts'
import { checkHistoryEqualsLog } from './history-equals-log.ts'
import { checkLeaving } from './leaving.ts'
import { checkMustRing } from './must-ring.ts'
import { checkOneAtATime } from './one-at-a-time.ts'
import { checkOutcomes } from './outcomes.ts'
import { checkShownFollowUps } from './shown-follow-ups.ts'
import { checkShownHistory } from './shown-history.ts'
import { checkTiming } from './timing.ts'
import { checkWishes } from './wishes.ts'

const checks: readonly Check[] = [
  checkHistoryEqualsLog,
  checkTiming,
  checkFollowUps,
  checkOneAtATime,
  checkWishes,
  checkAnnouncements,
  checkLeaving,
  checkMustRing,
  checkOutcomes,
  checkShownHistory,
  checkShownFollowUps,
]

/** Holds the carrier's log against what people wished and against what our history tells them. */
export async function checkHistory(stage: Stage): Promise<void> {
  const facts = await gatherFacts(stage)
  stage.occurrences = facts.occurrences.length
  for (const check of checks) check(stage, facts, (words) => stage.world.violation(words))
  await tellTimelines(stage)
}

/** What our own timeline says about the calls in question, for whoever reads the history of a failing seed. */
async function tellTimelines({ database, world }: Stage): Promise<void> {
  const named = new Set(
    world.violations.flatMap((words) => [...words.matchAll(/\bcall (\d+)/g)].map(([, id]) => Number(id))),
  )
  for (const id of named) {
    const { rows } = await database.observer.query(
      'select at, kind, detail from call_events where call_id = $1 order by id',
      [id],
    )
    const events = rows.map(
      ({ at, kind, detail }) => `${at.toISOString()} ${kind}${detail === null ? '' : ` ${detail}`}`,
    )
    world.note(`timeline of call ${id}: ${events.join(', ')}`)
  }
}
