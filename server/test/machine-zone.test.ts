import type { Notices } from '@reveille/contract/notices'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from './harness/app/start-test-app.ts'

/** In Los Angeles clocks change between the two calls, at 10:00 UTC. In Kiritimati it's already another day. */
test.each([
  ['America/Los_Angeles', 'UTC'],
  ['Pacific/Kiritimati', 'America/Los_Angeles'],
])(
  "SCHED-13 CALL-1 HIST-4 a machine in %s and a database in %s call and report by the schedule's zone",
  async (zone, databaseZone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    await using app = await startTestApp({ now: '2027-03-14T09:00:00Z' })
    const { connection } = app
    await sql`alter database ${sql.id(connection.database!)} set timezone to ${sql.lit(databaseZone)}`.execute(
      app.services.db,
    )
    await app.restart()
    const { rows } = await sql<{ zone: string }>`select current_setting('timezone') as zone`.execute(app.services.db)
    expect([rows[0]?.zone, Intl.DateTimeFormat().resolvedOptions().timeZone]).toEqual([databaseZone, zone])

    const person = await app.person()
    const phone = await app.phone(person.phone)
    const once = { timezone: 'Europe/Paris', isRecurring: false, date: '2027-03-14', callRetry: false }
    for (const wakeupTime of ['10:45', '11:30']) {
      await person.schedule({ ...once, wakeupTime })
      await app.clock.advance({ minutes: 45 })
      await (await phone.expectCall()).letRing()
    }
    await app.clock.advance({ minutes: 1 })

    const created = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created')
    expect(created.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2027-03-14T09:45:00.000Z',
      '2027-03-14T10:30:00.000Z',
    ])
    const [newest] = await person.history()
    const { timeline } = (
      await person.get<{ timeline: { at: string; atLocal: { time: string } }[] }>(`/api/call/${newest!.id}`)
    ).body
    expect(timeline.map(({ at, atLocal }) => [at.slice(0, 16), atLocal.time]).slice(0, 2)).toEqual([
      ['2027-03-14T10:30', '11:30'],
      ['2027-03-14T10:30', '11:30'],
    ])
    const { notices } = (await person.get<Notices>('/api/notices')).body
    expect(notices.map(({ title }) => title)).toContain('You missed your call on Sun, Mar 14 at 11:30 AM')
  },
)
