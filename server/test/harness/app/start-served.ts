import { buildApp } from '../../../src/app.ts'
import { signatureOf } from '../../../src/carrier/twilio/signature.ts'
import { freePort } from './free-port.ts'
import { signedIn, type Person } from './person.ts'
import { startCalls } from './start-calls.ts'

/** Three people's planned calls and the product's web server, without worker or carrier. */
export async function startServed(wanted: Parameters<typeof startCalls>[0]) {
  const url = `http://127.0.0.1:${await freePort()}`
  const started = await startCalls({ ...wanted, settings: { PUBLIC_URL: url, ...wanted.settings } })
  const { services } = started
  const app = await buildApp(services)
  await app.listen({ port: Number(new URL(url).port), host: '127.0.0.1' })
  const people = new Map<number, Promise<Person>>()
  return {
    ...started,
    url,
    /** One of the three, signed in. */
    person(userId: number): Promise<Person> {
      const signedInBefore = people.get(userId)
      const person = signedInBefore ?? signedIn(url, services, { userId, phone: `+1200000000${userId}` })
      people.set(userId, person)
      return person
    },
    /** A callback, signed like the carrier's. */
    async callback(path: string, form: Record<string, string>, token = services.config.carrier.authToken) {
      const headers = { 'x-twilio-signature': signatureOf(token, url + path, form) }
      const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) })
      return { status: answer.status, body: await answer.text() }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await started[Symbol.asyncDispose]()
    },
  }
}
