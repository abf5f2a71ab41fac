import { appendFile, chown, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Handset } from '@reveille/exchange/testing/handset'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { noteBackup } from '../server/src/platform/backup/backup-facts.ts'
import {
  type BackupDraft,
  deleteOldBackups,
  draftBackup,
  verifyBackup,
  whyUnwritable,
} from '../server/src/platform/backup/backup-folder.ts'
import { takeBackup } from '../server/src/platform/backup/take-backup.ts'
import { connectForCopy, dropTables, readTable } from '../server/src/platform/database/copy-tables.sql.ts'
import { startTestApp, type TestApp } from '../server/test/harness/app/start-test-app.ts'
import { createTestDatabase } from '../server/test/harness/database/test-database.ts'
import { whatARestoreNeeds } from './backup/backup-words.ts'
import { restoreInstallation } from './backup/restore-installation.ts'

const log = pino({ level: 'silent' })

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the product with its recordings in a scratch folder. */
async function startApp(now: string) {
  const [files, backups] = [await scratch(), await scratch()]
  const app = await startTestApp({ now, settings: { STORAGE_URL: `file:${files}` } })
  return { app, files, backups }
}

async function backUp({ services, connection }: TestApp, parent: string): Promise<string> {
  const { storage, config, clock, db } = services
  const now = clock.now()
  const { folder } = await takeBackup(
    { connection, storage, secret: config.optOutSecret, version: '0.2.0', now },
    parent,
  )
  await noteBackup(db, now)
  return folder
}

const restore = ({ services, connection, clock }: TestApp, folder: string) =>
  restoreInstallation(services.config, { connection, log, clock }, folder)

test('OPS-6 each backup says which secrets a restore also needs', () => {
  const words = (env: Record<string, string>) => whatARestoreNeeds('/data', env)
  expect(words({})).toBe(
    'A restore needs the same /data/session-secret, which no backup holds: keep a copy of it elsewhere.',
  )
  expect(words({ SESSION_SECRET: 'a' })).toContain('the same SESSION_SECRET, which')
  expect(words({ SESSION_SECRET: 'a', OPT_OUT_SECRET: 'b' })).toContain(
    'SESSION_SECRET and OPT_OUT_SECRET, which no backup holds: keep copies of them',
  )
})

/** Drops all tables and recordings. The carrier keeps its log. */
async function destroy({ connection }: TestApp, files: string): Promise<void> {
  const client = await connectForCopy(connection)
  await dropTables(client)
  await client.end()
  await rm(path.join(files, 'recordings'), { recursive: true, force: true })
}

async function prove(phone: Handset): Promise<void> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
}

const rungIn = async (app: TestApp, phone: string) =>
  (await app.carrierLog()).filter(({ kind, to }) => kind === 'call-created' && to === phone).length

test('OPS-6 a backup of a running product restores people, calls and recordings, and the next call rings once', async () => {
  const { app, files, backups } = await startApp('2027-01-14T20:00:00+01:00')
  await using _ = app
  const person = await app.person({ phone: '+4915123456789' })
  const phone = await app.phone(person.phone)
  await person.send('PUT', '/api/account/consents', { recording: true })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  await app.clock.advance({ hours: 10, minutes: 30 })
  await prove(phone)
  await app.clock.advance({ minutes: 30 })
  const before = await person.history()
  const folder = await backUp(app, backups)

  await app.restart({}, async () => {
    await destroy(app, files)
    const { manifest, doubts } = await restore(app, folder)
    expect([manifest.files, doubts]).toEqual([1, 0])
  })
  expect((await person.get('/api/schedule')).status).toBe(401) // backups hold no sessions
  const again = await app.person({ phone: '+4915123456780' })
  expect(again.userId).toBeGreaterThan(1_000_000) // skips ids that the lost database may have given out
  const calls = await app.services.db.selectFrom('calls').selectAll().orderBy('id').execute()
  expect(calls.map(({ id, status }) => [id, status])).toEqual(before.map(({ id, status }) => [id, status]))
  expect(await app.services.storage.get(calls[0]!.recording_key!)).not.toBeNull()
  await app.clock.advance({ hours: 23, minutes: 30 })
  await prove(phone)
  expect(await rungIn(app, person.phone)).toBe(2)
})

test('OPS-7 after a restore no call rings twice, and one that the carrier never had rings if it is in time', async () => {
  const { app, files, backups } = await startApp('2027-01-15T04:00:00+01:00')
  await using _ = app
  const [early, late] = [await app.person({ phone: '+4915123456701' }), await app.person({ phone: '+4915123456702' })]
  const next = await app.person({ phone: '+4915123456703' })
  const [ofEarly, ofLate, ofNext] = [
    await app.phone(early.phone),
    await app.phone(late.phone),
    await app.phone(next.phone),
  ]
  const fields = { timezone: 'Europe/Berlin', callRetry: false }
  await early.schedule({ ...fields, callRetry: true, wakeupTime: '06:30' })
  await late.schedule({ ...fields, wakeupTime: '07:05' })
  await next.schedule({ ...fields, wakeupTime: '07:30' })
  const folder = await backUp(app, backups)
  await app.clock.advance({ hours: 2, minutes: 30 })
  await prove(ofEarly)
  await app.clock.advance({ minutes: 30 })

  await app.restart({}, async () => {
    await app.clock.advance({ minutes: 8 }) // nothing runs at 07:05
    await destroy(app, files)
    expect((await restore(app, folder)).doubts).toBe(2)
  })
  await app.clock.advance({ minutes: 1 })
  await app.clock.advance({ seconds: 1 }) // a row that something else locked is asked about in the next round
  await prove(ofLate)
  await app.clock.advance({ minutes: 21 })
  await prove(ofNext)
  expect(await Promise.all([early, late, next].map(({ phone }) => rungIn(app, phone)))).toEqual([1, 1, 1])
  const outcomes = await app.services.db
    .selectFrom('occurrences')
    .select('outcome')
    .orderBy('due_at')
    .limit(3)
    .execute()
  // The carrier knows that the call was picked up, not which key was pressed.
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unconfirmed', 'answered', 'answered'])
})

test('OPS-6 a restore refuses a database that is not empty, a damaged backup and another secret, and can be repeated after a kill', async () => {
  const { app, backups } = await startApp('2027-01-15T04:00:00+01:00')
  await using _ = app
  await app.person()
  const client = await connectForCopy(app.connection)
  // A cleanup job can wait for days.
  await client.query(
    `insert into jobs.job (name, data, start_after) values ('erase-files', '{"userId": 99}', now() + interval '1 day')`,
  )
  const folder = await backUp(app, backups)
  expect(await readdir(backups)).toEqual(['reveille-2027-01-15T03-00-00Z'])
  await expect(restore(app, folder)).rejects.toThrow('The database is not empty')

  await using other = await createTestDatabase()
  const into = (settings: object = {}) =>
    restoreInstallation(
      { ...app.services.config, ...settings },
      { connection: other.connection, log, clock: app.clock },
      folder,
    )
  const there = await connectForCopy(other.connection)
  await dropTables(there)
  await expect(into({ optOutSecret: 'another' })).rejects.toThrow("differs from the backup's")
  // After a kill between its tables and its last step, the product refuses to start, and the restore can run again.
  await into()
  const leaveUnfinished = `insert into installation (key, value) values ('restoring', $1)`
  await there.query(leaveUnfinished, [folder])
  await there.query('delete from users')
  const restarted = app.restart({}, async () => void (await client.query(leaveUnfinished, [folder])))
  await expect(restarted).rejects.toThrow("A restore isn't finished")
  await into()
  expect((await there.query('select 1 from users')).rowCount).toBe(1)
  expect((await there.query(`select 1 from installation where key = 'restoring'`)).rowCount).toBe(0)
  const { rows: jobs } = await there.query(`select data from jobs.job where name = 'erase-files'`)
  expect(jobs).toEqual([{ data: { userId: 99 } }])
  await there.end()

  const sums = await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')
  expect(sums).toContain('  manifest.json\n')
  await appendFile(path.join(folder, 'tables/users.copy.gz'), 'x')
  await expect(into()).rejects.toThrow('tables/users.copy.gz is missing or was changed')

  await client.query(`delete from installation where key = 'restoring'`)
  await client.end()
  await app.restart() // the harness stops it again
})

test('OPS-6 a lost database connection between two tables fails the backup, not the process', async () => {
  const { connection } = await createTestDatabase()
  const client = await connectForCopy(connection)
  await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  const draft = await draftBackup(await scratch(), new Date())
  const writing = draft.write('tables/people.copy', readTable(client, { name: 'users', columns: ['id'] }))
  await expect(writing).rejects.toThrow(Error) // the message depends on what notices first: the client, its socket, or the server
})

test('OPS-6 LEGAL-1 --keep deletes all but the newest backups, and those older than 30 days except the newest', async () => {
  const { app, backups } = await startApp('2027-01-15T04:00:00+01:00')
  await using _ = app
  for (let day = 0; day < 3; day++) {
    await backUp(app, backups)
    await app.clock.advance({ hours: 24 })
  }
  const keeping = (keep: number, now: string) => deleteOldBackups(backups, { keep, days: 30 }, new Date(now))
  expect(await keeping(2, '2027-01-17T03:00:00Z')).toBe(1)
  expect(await readdir(backups)).toEqual(['reveille-2027-01-16T03-00-00Z', 'reveille-2027-01-17T03-00-00Z'])
  expect(await app.services.metrics.text()).toContain(
    `reveille_last_backup_timestamp_seconds ${Date.parse('2027-01-17T03:00:00Z') / 1000}`,
  )
  expect(await keeping(14, '2027-02-15T03:00:00Z')).toBe(0) // 30 days old
  expect(await keeping(14, '2027-02-15T03:00:01Z')).toBe(1)
  expect(await keeping(14, '2028-01-01T03:00:00Z')).toBe(0) // the newest one
  expect(await readdir(backups)).toEqual(['reveille-2027-01-17T03-00-00Z'])
})

test('OPS-6 a backup that begins while another is written leaves it whole, and deletes what a killed run left', async () => {
  const parent = await scratch()
  const write = (draft: BackupDraft, name: string) => draft.write(name, Readable.from([Buffer.from(name)]))
  const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60_000)
  const drafts = { killed: await draftBackup(parent, ago(50)), nightly: await draftBackup(parent, ago(2)) }
  for (const draft of Object.values(drafts)) await write(draft, 'tables/calls.copy.gz')
  for (const name of await readdir(parent, { recursive: true })) await utimes(path.join(parent, name), ago(2), ago(2))
  await write(drafts.nightly, 'tables/users.copy.gz')
  const byHand = await draftBackup(parent, ago(0))
  for (const draft of [drafts.nightly, byHand]) await write(draft, 'manifest.json')
  expect(await verifyBackup(await drafts.nightly.finish())).toHaveLength(3)
  expect(await verifyBackup(await byHand.finish())).toHaveLength(1)
  expect(await readdir(parent)).toHaveLength(2)
})

test.skipIf(process.getuid?.() !== 0)(
  "OPS-6 LEGAL-1 a backup that root takes by hand belongs to the data folder's user, whose nightly run deletes it later",
  async () => {
    const dataDir = await scratch()
    await chown(dataDir, 65_534, 65_534)
    const draft = await draftBackup(path.join(dataDir, 'backups'), new Date())
    await draft.write('tables/users.copy.gz', Readable.from([]))
    await draft.finish()
    for (const name of await readdir(dataDir, { recursive: true }))
      expect([name, await stat(path.join(dataDir, name))]).toMatchObject([name, { uid: 65_534, gid: 65_534 }])
  },
)

test('OPS-6 backups that begin in the same second are each complete', async () => {
  const [parent, at] = [await scratch(), new Date()]
  const drafts = [await draftBackup(parent, at), await draftBackup(parent, at)]
  const folders = [await drafts[0]!.finish(), await drafts[1]!.finish(), await (await draftBackup(parent, at)).finish()]
  expect(await readdir(parent)).toEqual(folders.map((folder) => path.basename(folder)))
  for (const folder of folders) expect(await verifyBackup(folder)).toEqual([])
})

test('OPS-6 a backup that cannot be written says where and why in one line, also at a folder that cannot be made', async () => {
  const file = path.join(await scratch(), 'a-file')
  await writeFile(file, '')
  await expect(draftBackup(file, new Date())).rejects.toThrow(`No backup can be written to ${file} (ENOTDIR): mount`)
  expect(await whyUnwritable(path.join(file, 'backups'))).toBe('ENOTDIR')
  expect(await whyUnwritable(path.join(path.dirname(file), 'not', 'yet'))).toBeNull()
  await expect(draftBackup('/proc/disk/backups', new Date())).rejects.toThrow('to /proc/disk/backups (ENOENT): mount')
})
