import { expect, test } from 'vitest'
import { freePorts } from '../free-ports.ts'
import { startProduct } from '../processes.ts'
import { requestsFor, takeInHand, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newInstallation } from './installation.ts'
import { putPeople } from './people.ts'

test('CALL-3 a second start on the same data folder works beside the first: each call still rings once', async () => {
  await using home = await newInstallation()
  const first = await home.start()
  const [port] = await freePorts(1)
  const env = { ...home.place.env, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }
  const second = await startProduct({ ...home.place, env })
  try {
    const [person] = await putPeople(home.db, [Date.now() + 10_000])
    const handset = await takeInHand(home.place.sandboxUrl, person!.phone)
    await wakeUp(await handset.expectCall(60_000))
    expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
    expect(await requestsFor(home.place.sandboxUrl, person!.phone)).toHaveLength(1)

    // The first stops in order; the database that it started stays for the second.
    expect(await first.stop()).toBe(0)
    await expect.poll(async () => (await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    expect(await second.stop()).toBe(0)
    expect([...(await first.processes()), ...(await second.processes())]).toEqual([])
  } finally {
    await second.killEverything()
  }
})
