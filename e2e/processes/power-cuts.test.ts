import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { firstRequest, requestsFor, takeOver, wakeUp } from './carrier.ts'
import { ending } from './ending.ts'
import { newInstallation } from './installation.ts'
import { putPeople } from './people.ts'
import { waitUntil } from './wait.ts'

const inSeconds = (seconds: number) => [Date.now() + seconds * 1000]

test('CALL-3 after a power cut two seconds before a call and a start one second later, it rings once, not early', async () => {
  await using home = await newInstallation()
  const product = await home.start()
  const [person] = await putPeople(home.db, inSeconds(10))
  const { phone, dueAt } = person!
  await waitUntil(dueAt - 2_000)
  await product.killEverything()
  await waitUntil(dueAt - 1_000)
  const [handset] = await Promise.all([takeOver(home.place.sandboxUrl, phone), home.start()])

  await wakeUp(await handset.expectCall(60_000))

  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  const [requestedAt, ...again] = await requestsFor(home.place.sandboxUrl, phone)
  expect(again).toEqual([])
  expect(requestedAt).toBeGreaterThanOrEqual(dueAt)
})

test('CALL-3 a power cut while the phone rings causes no second ring, and the call ends as answered', async () => {
  await using home = await newInstallation()
  const product = await home.start()
  const [person] = await putPeople(home.db, inSeconds(10))
  const handset = await takeOver(home.place.sandboxUrl, person!.phone)
  const call = await handset.expectCall(60_000)
  await product.killEverything()
  await home.start()

  await wakeUp(call)

  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  expect(await requestsFor(home.place.sandboxUrl, person!.phone)).toHaveLength(1)
})

test('CALL-3 a call that the carrier accepted before a power cut, without a response to us, is not dialled again', async () => {
  await using home = await newInstallation()
  const product = await home.start()
  const { sandboxUrl } = home.place
  const [person] = await putPeople(home.db, inSeconds(10))
  const handset = await takeOver(sandboxUrl, person!.phone)
  await faults(sandboxUrl).add({ fault: 'accept-then-hang', to: person!.phone })
  await firstRequest(sandboxUrl, person!.phone, 60_000)
  await product.killEverything()
  await home.start()

  await wakeUp(await handset.expectCall(60_000))

  expect(await ending(home.db, person!)).toEqual({ outcome: 'answered', calls: ['completed'] })
  expect(await requestsFor(sandboxUrl, person!.phone)).toHaveLength(1)
})
