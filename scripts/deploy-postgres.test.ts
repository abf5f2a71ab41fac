import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from './run-command.ts'

// The decisions of deploy/compose/postgres.sh, with stub programs of PostgreSQL that print that they were called.
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

/** Starts a server of the compose file and returns the lines it prints. */
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

/** What the script of the first start asks of psql, and the pg_hba.conf that it leaves. */
async function firstStart(): Promise<{ asked: string; hba: string[] }> {
  const image = 'local all all trust\nhost all all all scram-sha-256\n' // as the image makes it
  await putData({ 'pg_hba.conf': image, 'postgresql.conf': '' })
  await writeFile(path.join(folder, 'bin', 'psql'), '#!/bin/bash\ncat\n', { mode: 0o755 })
  const env = { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}`, PGDATA: path.join(folder, 'data') }
  const script = path.join(repositoryRoot, 'deploy/compose/first-start.sh')
  const { stdout } = await promisify(execFile)('bash', [script], { env: { ...env, POSTGRES_PASSWORD: 'abc' } })
  return { asked: stdout, hba: (await readFile(inData('pg_hba.conf'), 'utf8')).trim().split('\n') }
}

test('the product is no superuser of its database, and the superuser has no way in over the network', async () => {
  const { asked, hba } = await firstStart()
  expect(asked).toMatch(/^create role reveille login nosuperuser password/m)
  expect(asked).toMatch(/^create database reveille owner reveille;$/m)
  expect(asked).not.toMatch(/(?<!no)superuser/)
  expect(hba).toEqual([
    'host all postgres all reject', // the first line that fits counts
    'local all all trust',
    'host all all all scram-sha-256',
    'host replication standby all scram-sha-256',
  ])
})

test('the server that PRIMARY names is a primary', async () => {
  expect(await start('postgres1', 'postgres1')).toEqual(['primary postgres'])
})

test('the other one copies it, waits for no standby once it takes over, and follows', async () => {
  const [copied, follows] = await start('postgres2', 'postgres1')
  expect(copied).toMatch(/^copied --host=postgres1 /)
  expect(follows).toBe(FOLLOWS_FIRST)
  expect(await readFile(inData('postgresql.auto.conf'), 'utf8')).toBe("synchronous_standby_names = ''\n")
  await access(inData('standby.signal'))
  expect(await start('postgres2', 'postgres1')).toEqual([FOLLOWS_FIRST]) // with its data: no second copy
})

test('half a copy is not started but made again', async () => {
  await mkdir(path.join(folder, 'data.unfinished'))
  await writeFile(path.join(folder, 'data.unfinished/half'), '')
  expect(await start('postgres2', 'postgres1')).toHaveLength(2)
  await expect(access(inData('half'))).rejects.toThrow('ENOENT')
})

test('an old primary that comes back beside the new one refuses to start', async () => {
  await putData({ PG_VERSION: '18' })
  await expect(start('postgres1', 'postgres2')).rejects.toThrow('postgres1 was a primary and is none any more')
})
