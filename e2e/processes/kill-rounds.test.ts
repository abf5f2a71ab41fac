import { expect, test } from 'vitest'
import { newInstallation } from './installation.ts'
import { runKillRounds } from './kill-rounds.ts'

test('CALL-2 CALL-3 whatever dies at whatever moment, each phone rings exactly once', async () => {
  await using installation = await newInstallation()
  const verdict = await runKillRounds(installation, { rounds: 3, seed: 1, tell: () => undefined })
  expect(verdict).toMatchObject({ calls: 15, lost: [], doubled: [], early: [], late: [], wrongEnding: [] })
})
