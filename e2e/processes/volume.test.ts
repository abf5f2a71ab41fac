import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import { installedPlace, launchProduct, removePlace, startProduct } from '../processes.ts'
import { putPeople } from './people.ts'
import { waitFor } from './wait.ts'

const DAY_MS = 24 * 60 * 60_000

test('OPS-9 a start with BACKUP_DIR makes up for the missed night, and npm run migrate-volume moves an older PostgreSQL by a fresh backup only', async () => {
  const place = await installedPlace({ LOG_LEVEL: 'info' })
  onTestFinished(() => removePlace(place))
  const backups = path.join(place.dataDir, 'nights')
  const withBackups = { ...place, env: { ...place.env, BACKUP_DIR: backups } }
  const database = () =>
    openDatabase({ host: path.join(place.dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })
  {
    await using product = await startProduct(withBackups)
    await product.waitForLine(/backups are on the same disk as the data: set BACKUP_DIR to another disk/)
    await product.waitForLine(/"backup":"\S+\/nights\/reveille-\S+Z: .*"msg":"backup taken"/, 300_000)
    const db = database()
    await putPeople(db, [Date.now() + DAY_MS, Date.now() + DAY_MS])
    await db.destroy()
    expect(await product.stop()).toBe(0)
  }
  const old = path.join(place.dataDir, 'postgres')
  const run = async (...program: string[]) => {
    await using product = launchProduct(withBackups, program)
    const exitCode = await product.ended()
    return { exitCode, output: product.output() }
  }
  const control = path.join(old, 'global/pg_control')
  await writeFile(path.join(old, 'PG_VERSION'), '17\n')
  const refused = await run('scripts/start.ts')
  expect(refused).toEqual({ exitCode: 1, output: expect.stringMatching(/made by PostgreSQL 17.*migrate-volume/) })

  const later = new Date(Date.now() + 60 * 60_000)
  await utimes(control, later, later)
  const stale = await run('scripts/backup/migrate-volume.ts')
  expect(stale).toEqual({
    exitCode: 1,
    output: expect.stringMatching(/^First stop the product and take a backup.*the newest backup is of/),
  })
  await mkdir(path.join(place.dataDir, 'elsewhere'))
  await rename(backups, path.join(place.dataDir, 'elsewhere/nights'))
  const none = await run('scripts/backup/migrate-volume.ts')
  expect(none).toEqual({ exitCode: 1, output: expect.stringMatching(/has no backup\.$/m) })
  expect(await readdir(place.dataDir)).not.toContain('postgres.17')

  await writeFile(path.join(old, 'PG_VERSION'), '18\n')
  expect(await run('scripts/backup/back-up.ts')).toMatchObject({ exitCode: 0 })
  await writeFile(path.join(old, 'PG_VERSION'), '17\n')
  const moved = await run('scripts/backup/migrate-volume.ts')
  expect(moved.output).toMatch(/^Restored 2 people.*\n.*\nThe old database is in \S+\/postgres\.17: delete it/)
  expect(await run('scripts/backup/migrate-volume.ts')).toEqual({
    exitCode: 0,
    output: 'Nothing to do: it is already of PostgreSQL 18.\n',
  })
  await using product = await startProduct(withBackups)
  const db = database()
  const people = await waitFor('the people', async () => {
    const rows = await db.selectFrom('users').select('id').execute()
    return rows.length === 0 ? null : rows
  })
  expect(people).toHaveLength(2)
  await db.destroy()
  await product.stop()
})
