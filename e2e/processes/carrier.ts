import type { Instant } from '@reveille/core/time/time-zone'
import { carrierLog, handset, type CallInHand, type Handset } from '@reveille/exchange/testing/handset'
import { waitFor } from './wait.ts'

/** When the carrier received each number's requests. Only its own log shows which calls were lost or doubled. */
export async function requestsByNumber(sandboxUrl: string): Promise<Map<string, Instant[]>> {
  const created = (await carrierLog(sandboxUrl)).filter(({ kind }) => kind === 'call-created')
  const byNumber = Map.groupBy(created, ({ to }) => String(to))
  return new Map(Array.from(byNumber, ([to, entries]) => [to, entries.map(({ at }) => at)]))
}

export async function requestsFor(sandboxUrl: string, phone: string): Promise<Instant[]> {
  return (await requestsByNumber(sandboxUrl)).get(phone) ?? []
}

/** Waits for the first request for a call to this number and returns its instant. */
export function firstRequest(sandboxUrl: string, phone: string, withinMs: number): Promise<Instant> {
  const poll = async () => (await requestsFor(sandboxUrl, phone))[0] ?? null
  return waitFor(`a request for a call to ${phone}`, poll, { withinMs })
}

/** Takes over a number as soon as the carrier is up. */
export function takeOver(sandboxUrl: string, phone: string): Promise<Handset> {
  return waitFor('the carrier', () => handset(sandboxUrl, phone).catch(() => null), { withinMs: 90_000 })
}

/** Picks up, listens and presses 1. */
export async function wakeUp(call: CallInHand): Promise<void> {
  await call.pickUp()
  await call.press('1')
}
