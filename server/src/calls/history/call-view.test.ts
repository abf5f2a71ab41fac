import type { Call } from '@reveille/contract/calls'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

type Timeline = { call: Call; timeline: { at: string; atLocal: { time: string }; what: string }[] }

async function timelineOf(person: Person, { id }: Call): Promise<Timeline> {
  return (await person.get<Timeline>(`/api/call/${id}`)).body
}

test('HIST-4 API-4 a call tells only its person, in order and in plain words, what happened and when', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(MORNING)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await app.clock.advance({ seconds: 4 })
  await call.pickUp({ afterSeconds: 4 })
  await app.clock.advance({ seconds: 20 })
  await call.press('1', { afterSeconds: 20 })

  const [entry] = await person.history()
  const { timeline } = await timelineOf(person, entry!)
  expect(timeline.map(({ at, what }) => `${at} ${what}`)).toEqual([
    '2027-01-15T05:30:00.000Z Scheduled',
    '2027-01-15T05:30:00.000Z Call sent to the phone network',
    '2027-01-15T05:30:00.000Z Accepted by the phone network',
    '2027-01-15T05:30:00.000Z Your phone rang',
    '2027-01-15T05:30:04.000Z Someone picked up',
    "2027-01-15T05:30:24.000Z You pressed 1: you're up",
    '2027-01-15T05:30:24.000Z The call ended',
  ])
  expect(timeline[0]?.atLocal).toMatchObject({ time: '06:30', today: '2027-01-15' })
  const stranger = await app.person()
  expect((await stranger.get(`/api/call/${entry!.id}`)).status).toBe(404)
})

test('HIST-4 CALL-11 a call that waits for capacity says how long, and how late it was', async () => {
  await using app = await startTestApp({ now: NOW, settings: { CALLS_PER_SECOND: '0.2' } })
  const people = await Promise.all([app.person(), app.person(), app.person()])
  for (const person of people) await person.schedule(MORNING)
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  await app.clock.advance({ minutes: 10, seconds: 11 })
  for (const phone of phones) await (await phone.expectCall()).decline()

  const waits = await Promise.all(people.map(waitOf))
  expect(waits.toSorted()).toEqual([
    ['Busy morning: this call went out about 10 s late', 'Call sent to the phone network, 10 s late'],
    ['Busy morning: this call went out about 5 s late', 'Call sent to the phone network, 5 s late'],
    ['Call sent to the phone network'],
  ])
})

async function waitOf(person: Person): Promise<string[]> {
  const { timeline } = await timelineOf(person, (await person.history())[0]!)
  return timeline.map(({ what }) => what).filter((what) => what.startsWith('Busy') || what.startsWith('Call sent'))
}
