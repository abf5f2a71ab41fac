import type { Call } from '@reveille/contract/calls'
import type { Instant } from '@reveille/core/time-zone'
import { listHistory } from '../../db/history.ts'
import { toCall } from '../../http/call-answer.ts'
import type { Services } from '../../ports/services.ts'
import { readScreen, type ShownSchedule } from './screen.ts'

/** What somebody saw in passing, while whatever happened went on: it was read between two instants. */
export type Glance = { from: Instant; by: Instant; schedules: readonly ShownSchedule[]; history: readonly Call[] }

/** So small that a history has several. */
const PAGE = 5

export async function readGlance(services: Services, userId: number): Promise<Omit<Glance, 'from' | 'by'>> {
  const { schedules } = await readScreen(services, userId)
  const history: Call[] = []
  for (;;) {
    const page = await listHistory(services.db, { userId, before: history.at(-1)?.id, limit: PAGE })
    history.push(...page.map((row) => toCall(row, services.clock.now())))
    if (page.length < PAGE) return { schedules, history }
  }
}
