import { Client } from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database/test-database.ts'
import { sharedLiveEvents } from './live-events.adapter.ts'
import type { Changed } from './live-events.ts'
import { listenForNotifications, notifyProcesses } from './notify-channel.ts'

const silent = pino({ level: 'silent' })

/** One process with open pages, which also listens to other processes. */
async function startProcess({ db, connection }: TestDatabase) {
  const live = sharedLiveEvents((notification) => notifyProcesses(db, notification))
  const notifications = await listenForNotifications(connection, silent, {
    onNotification: live.hear,
    onGap: live.missed,
  })
  return {
    ...live,
    /** The next `count` events for an open page of this person. */
    hears(userId: number, count: number): Promise<Changed[]> {
      const { promise, resolve } = Promise.withResolvers<Changed[]>()
      const told: Changed[] = []
      live.subscribe(userId, (changed) => {
        if (told.push(changed) === count) resolve(told)
      })
      return promise
    },
    [Symbol.asyncDispose]: () => notifications.close(),
  }
}

test('DASH-10 a change in one process reaches the pages open at another, each once', async () => {
  await using database = await createTestDatabase()
  await using here = await startProcess(database)
  await using there = await startProcess(database)
  const [own, other] = [here.hears(7, 2), there.hears(7, 2)]
  const stranger = there.hears(8, 1)
  here.publish(7, 'calls')
  here.publish(8, 'notices')
  here.publish(7, 'schedules')
  expect(await Promise.all([own, other, stranger])).toEqual([
    ['calls', 'schedules'],
    ['calls', 'schedules'],
    ['notices'],
  ])
})

test('DASH-10 more changes than fit one notification reach everybody', async () => {
  await using database = await createTestDatabase()
  await using here = await startProcess(database)
  await using there = await startProcess(database)
  const people = Array.from({ length: 1000 }, (_, index) => 9_000_000_000_000 + index)
  const told = Promise.all(people.map((userId) => there.hears(userId, 1)))
  for (const userId of people) here.publish(userId, 'schedules')
  expect(await told).toEqual(people.map(() => ['schedules']))
})

test('DASH-10 after losing its connection a process makes every page refetch, and hears the others again', async () => {
  await using database = await createTestDatabase()
  await using here = await startProcess(database)
  await using there = await startProcess(database)
  const told = there.hears(7, 1)
  await cutConnection(database)
  expect(await told).toEqual(['signed-out']) // ends the stream, so the page reconnects and refetches
  const again = there.hears(7, 1)
  here.publish(7, 'calls')
  expect(await again).toEqual(['calls'])
})

async function cutConnection({ connection }: TestDatabase): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'reveille hints' and datname = current_database()`)
  await client.end()
}
