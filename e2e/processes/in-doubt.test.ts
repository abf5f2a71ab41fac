import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestsFor, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newInstallation } from './installation.ts'
import { putPeople } from './people.ts'
import { hasReached } from './stage.ts'
import { waitFor } from './wait.ts'

test('CALL-3 after our program is killed between mark and request, the phone rings once', async () => {
  await using home = await newInstallation()
  const product = await home.start()
  const { sandboxUrl } = home.place
  const [person] = await putPeople(home.db, [Date.now() + 6_000])
  const handset = await takeOver(sandboxUrl, person!.phone)
  await waitFor('the mark', () => hasReached(home.db, person!, 'dialling'), { everyMs: 5 })
  await product.killProgram()
  // Reconciliation waits 45 s after the mark, because the carrier's list may lag. An older mark saves that.
  await sql`update calls set marked_at = marked_at - interval '45 seconds' where stage = 'dialling'`.execute(home.db)
  await home.start()

  await wakeUp(await handset.expectCall(60_000))

  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  expect(await requestsFor(sandboxUrl, person!.phone)).toHaveLength(1)
})
