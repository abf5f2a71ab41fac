import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './run-command.ts'

// Tests the decisions of deploy/compose/postgres.sh with stub PostgreSQL programs that print their calls.
const programs = {
  'docker-entrypoint.sh': 'echo primary "$@"',
  postgres: 'echo standby "$@"',
  pg_basebackup: 'mkdir -p "$PGDATA.unfinished"; echo 18 > "$PGDATA.unfinished/PG_VERSION"; echo copied "$@"',
}
const FOLLOWS_FIRST = 'standby -c primary_conninfo=host=postgres1 user=standby password=abc application_name=postgres2'

let folder: string
const inData = (name: string) => path.join(folder, 'data', name)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reveille-postgres-'))
  await mkdir(path.join(folder, 'bin'))
  for (const [name, says] of Object.entries(programs))
    await writeFile(path.join(folder, 'bin', name), `#!/bin/bash\n${says}\n`, { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true }))

/** Runs a server's start script and returns the lines it prints. */
async function start(server: string, primary: string): Promise<string[]> {
  const script = path.join(repositoryRoot, 'deploy/compose/postgres.sh')
  const PATH = `${path.join(folder, 'bin')}:${process.env['PATH']}`
  const env = { PATH, SERVER: server, PRIMARY: primary, PGDATA: path.join(folder, 'data'), PGPASSWORD: 'abc' }
  const { stdout } = await promisify(execFile)('bash', [script], { env })
  return stdout.trim().split('\n')
}

async function putData(files: Record<string, string>): Promise<void> {
  await mkdir(path.join(folder, 'data'), { recursive: true })
  for (const [name, words] of Object.entries(files)) await writeFile(inData(name), words)
}

/** Runs the script of the first start. Returns its SQL and the pg_hba.conf that it leaves. */
async function firstStart(): Promise<{ statements: string; hba: string[] }> {
  const image = 'local all all trust\nhost all all all scram-sha-256\n' // like in the image
  await putData({ 'pg_hba.conf': image, 'postgresql.conf': '' })
  await writeFile(path.join(folder, 'bin', 'psql'), '#!/bin/bash\ncat\n', { mode: 0o755 })
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, PGDATA: path.join(folder, 'data') }
  const script = path.join(repositoryRoot, 'deploy/compose/first-start.sh')
  const { stdout } = await promisify(execFile)('bash', [script], { env: { ...env, POSTGRES_PASSWORD: 'abc' } })
  return { statements: stdout, hba: (await readFile(inData('pg_hba.conf'), 'utf8')).trim().split('\n') }
}

test('the product is not a superuser of its database, and the superuser can’t log in over the network', async () => {
  const { statements, hba } = await firstStart()
  expect(statements).toMatch(/^create role reveille login nosuperuser password/m)
  expect(statements).toMatch(/^create database reveille owner reveille;$/m)
  expect(statements).not.toMatch(/(?<!no)superuser/)
  expect(hba).toEqual([
    'host all postgres all reject', // the first matching line applies
    'local all all trust',
    'host all all all scram-sha-256',
    'host replication standby all scram-sha-256',
  ])
})

test('the server in PRIMARY starts as the primary', async () => {
  expect(await start('postgres1', 'postgres1')).toEqual(['primary postgres'])
})

test('the other server copies the primary once and follows it, and won’t wait for a standby after a promotion', async () => {
  const [copied, follows] = await start('postgres2', 'postgres1')
  expect(copied).toMatch(/^copied --host=postgres1 /)
  expect(follows).toBe(FOLLOWS_FIRST)
  expect(await readFile(inData('postgresql.auto.conf'), 'utf8')).toBe("synchronous_standby_names = ''\n")
  await access(inData('standby.signal'))
  expect(await start('postgres2', 'postgres1')).toEqual([FOLLOWS_FIRST]) // it has data already
})

test('an unfinished copy is made again', async () => {
  await mkdir(path.join(folder, 'data.unfinished'))
  await writeFile(path.join(folder, 'data.unfinished/half'), '')
  expect(await start('postgres2', 'postgres1')).toHaveLength(2)
  await expect(access(inData('half'))).rejects.toThrow('ENOENT')
})

test('an old primary refuses to start beside the new one', async () => {
  await putData({ PG_VERSION: '18' })
  await expect(start('postgres1', 'postgres2')).rejects.toThrow('postgres1 was a primary and no longer is')
})
