import { expect, test } from 'vitest'
import { freePorts } from '../free-ports.ts'
import { launchProduct } from '../processes.ts'
import { requestsFor, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newInstallation } from './installation.ts'
import { putPeople } from './people.ts'

test('CALL-3 a second start on one data folder is refused with one line, and a call of the first rings once', async () => {
  await using home = await newInstallation()
  const first = await home.start()
  const [port] = await freePorts(1)
  const env = { ...home.place.env, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  const [person] = await putPeople(home.db, [Date.now() + 10_000])
  const handset = await takeOver(home.place.sandboxUrl, person!.phone)
  await using second = launchProduct({ ...home.place, env })
  expect(await second.ended()).toBe(1)
  expect(second.output().trim()).toMatch(
    /^The embedded database in .* is in use by another process of Reveille.* set DATABASE_URL to .*$/,
  )

  await wakeUp(await handset.expectCall(60_000))
  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  expect(await requestsFor(home.place.sandboxUrl, person!.phone)).toHaveLength(1)
  expect(await first.stop()).toBe(0)
  expect(await first.processes()).toEqual([])
})
