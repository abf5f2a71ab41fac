import { expect } from 'vitest'
import type { Notices } from '@reveille/contract/notices'
import { compareScreens } from './compare.ts'
import { remove } from './deeds.ts'
import { BEING_PLACED_MS, isPlacing, listed, type Expected } from './expected.ts'
import type { World } from './sleeper-world.ts'
import { passTo } from './time-passes.ts'

const HALF_AN_HOUR_MS = 30 * 60_000

/**
 * Deletes every schedule: nothing is called after that (I24). Then every occurrence that reached its person must have the
 * one outcome that the model gives it (I1), and its person must have been told of those that went wrong.
 */
export async function endOfStory(expected: Expected, world: World): Promise<void> {
  const { sleeper } = world
  // A call that is being placed cannot be deleted (SCHED-8), and the wait for one may end in the last moment of another.
  do await passTo(expected, world, expected.now + BEING_PLACED_MS)
  while (listed(expected).some((schedule) => isPlacing(expected, schedule)))
  for (const schedule of listed(expected)) {
    expect((await sleeper.delete(`/api/schedule/${schedule.id}`)).status).toBe(200)
    remove(expected, schedule)
  }
  await passTo(expected, world, expected.now + HALF_AN_HOUR_MS)
  await compareScreens(expected, world)
  expect(await outcomes(world), 'outcomes').toEqual(expectedOutcomes(expected))
  const told = (await sleeper.get<Notices>('/api/notices')).body.notices.map(({ kind }) => kind)
  for (const outcome of ['missed', 'failed'] as const) {
    const wrong = expected.occurrences.filter((one) => one.schedule !== null && one.outcome === outcome)
    expect(
      told.filter((kind) => kind === `call-${outcome}`),
      'notices',
    ).toHaveLength(wrong.length)
  }
}

/** Of occurrences that were called at all; what was never called only concerns the product. */
async function outcomes({ app, sleeper }: World): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('occurrences')
    .select(['due_at', 'outcome'])
    .where('user_id', '=', sleeper.userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('calls').select('calls.id').whereRef('calls.occurrence_id', '=', 'occurrences.id')),
    )
    .execute()
  return rows.map(({ due_at, outcome }) => `${due_at.toISOString()} ${outcome}`).toSorted()
}

function expectedOutcomes({ occurrences }: Expected): string[] {
  return occurrences
    .filter(({ attempts }) => attempts.length > 0)
    .map(({ dueAt, outcome }) => `${new Date(dueAt).toISOString()} ${outcome}`)
    .toSorted()
}
