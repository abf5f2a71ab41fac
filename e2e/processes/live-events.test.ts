import { expect, test } from 'vitest'
import { signIn, type Person } from '../../server/test/harness/app/person.ts'
import { takeOver } from './carrier.ts'
import { newFleet } from './fleet.ts'
import { waitFor } from './wait.ts'

const HALF_A_DAY_MS = 12 * 60 * 60_000

test('DASH-10 a page at one web process receives events of another and of a worker', async () => {
  await using fleet = await newFleet()
  const here = await fleet.web()
  const [there] = await Promise.all([fleet.web(), fleet.worker()])
  const person = await signIn(here.webUrl, { db: fleet.db, clock: { now: Date.now } })
  const phone = await takeOver(fleet.place.sandboxUrl, person.phone)
  await using page = await openPage(there.webUrl, person)

  const later = new Date(Date.now() + HALF_A_DAY_MS).toISOString().slice(11, 16)
  await person.schedule({ wakeupTime: later, timezone: 'UTC' })
  await page.received('schedules')

  expect((await person.post('/api/call/sample')).status).toBe(200)
  await page.received('calls')
  const call = await phone.expectCall()
  page.forget()
  await call.pickUp() // the carrier calls back the first web process
  await page.received('calls')
})

/** Opens a page's event stream and collects what arrives. */
async function openPage(webUrl: string, { cookie }: Person) {
  const leaving = new AbortController()
  const { body, status } = await fetch(`${webUrl}/api/events`, { headers: { cookie }, signal: leaving.signal })
  expect(status).toBe(200)
  let received = ''
  const reading = body!
    .pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => void (received += text) }))
    .catch(() => undefined)
  return {
    forget: () => void (received = ''),
    received: (changed: string) =>
      waitFor(`the event ${changed}`, async () => (received.includes(`{"changed":"${changed}"}`) ? true : null)),
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await reading
    },
  }
}
