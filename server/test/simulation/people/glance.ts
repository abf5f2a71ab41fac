import type { Call } from '@reveille/contract/calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { RunningProcess } from '../machine/running-process.ts'
import { readScreen, type ShownSchedule } from './screen.ts'

/** What somebody saw in passing, read between two instants. */
export type Glance = { from: Instant; by: Instant; schedules: readonly ShownSchedule[]; history: readonly Call[] }

/** Small, so that a history has several pages. */
const PAGE = 5

export async function readGlance(process: RunningProcess, userId: number): Promise<Omit<Glance, 'from' | 'by'>> {
  const { schedules } = await readScreen(process, userId)
  const { services, program } = process
  const history: Call[] = []
  for (;;) {
    const page = await program.listHistory(services.db, { userId, before: history.at(-1)?.id, limit: PAGE })
    history.push(...page.map((row) => program.toCall(row, services.clock.now())))
    if (page.length < PAGE) return { schedules, history }
  }
}
