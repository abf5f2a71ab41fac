import { expect, test } from 'vitest'
import { newInstallation } from './installation.ts'
import { runKillRounds } from './kill-rounds.ts'

test('CALL-2 CALL-3 in three rounds of kills at random moments, each phone rings exactly once', async () => {
  await using installation = await newInstallation()
  const verdict = await runKillRounds(installation, { rounds: 3, seed: 1, tell: () => undefined })
  expect(verdict).toMatchObject({ calls: 15, lost: [], doubled: [], early: [], late: [], wrongEnding: [] })
})
