import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killProcesses } from '../process-tree.ts'
import { newPlace, READY_LINE, removePlace, type Place } from '../processes.ts'
import {
  commandLines,
  commandOf,
  end,
  hasDatabase,
  processesLeft,
  run,
  startAndStop,
  whatIsLeft,
  type Stop,
} from './start-and-stop.ts'
import { waitFor } from './wait.ts'

let place: Place
let scratch: string
beforeAll(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'reveille-stop-')))
  place = await newPlace({ LOG_LEVEL: 'warn' })
  // The tools need an existing database.
  const { child, said } = run(await commandOf(place, 'the program itself'), place.env)
  await said.waitForLine(READY_LINE, 90_000)
  await end(child, ['first', 'SIGTERM'])
  await whatIsLeft(place)
})
afterAll(async () => {
  await killProcesses({ folder: place.dataDir })
  await killProcesses({ folder: scratch })
  await removePlace(place)
  await rm(scratch, { recursive: true })
})

test.each<[Stop]>([[['all', 'SIGINT', 'SIGINT']], [['first', 'SIGTERM']], [['first', 'SIGKILL']]])(
  'npm run dev, once it is ready: %j leaves no process and no lock',
  async (stop) => {
    expect(await startAndStop(place, 'npm run dev', { when: 'is ready', stop })).toEqual([])
  },
)

test.each<[string, Stop]>([
  ['ops -- doubts', ['all', 'SIGINT', 'SIGINT']],
  ['backup', ['all', 'SIGTERM', 'SIGINT']],
  ['backup', ['first', 'SIGKILL']],
  ['restore -- nowhere', ['first', 'SIGTERM']],
  ['check-setup', ['all', 'SIGHUP']],
])('npm run %s, once it has opened the database: %j leaves no process and no lock', async (command, stop) => {
  const { child, said } = run(['npm', 'run', '-s', ...command.split(' ')], place.env)
  await hasDatabase(place)
  await end(child, stop)
  expect(await whatIsLeft(place)).toEqual([])
  expect(said.output()).not.toMatch(/"level"|at .*\.ts/)
})

const isSandbox = (command: string) => command.includes('exchange/src/main')
const isDatabase = (command: string) => /\/postgres\0|^postgres: /.test(command)
const DATABASE = ['integration', 'server/src/retention.test.ts', isDatabase] as const
const PRODUCT = ['e2e', 'e2e/processes/in-doubt.test.ts', isSandbox] as const

test.each<[string, string, (command: string) => boolean, Stop]>([
  [...DATABASE, ['all', 'SIGINT', 'SIGINT']],
  [...DATABASE, ['first', 'SIGKILL']],
  [...PRODUCT, ['all', 'SIGTERM']],
  [...PRODUCT, ['first', 'SIGTERM']],
  [...PRODUCT, ['first', 'SIGKILL']],
])('a run of %s tests (%s) leaves no process: %#', async (project, file, isThere, stop) => {
  const { child } = run(['npm', 'exec', '--', 'vitest', 'run', '--project', project, file], { TMPDIR: scratch })
  const hasChild = async () => ((await commandLines(scratch)).some(isThere) ? true : null)
  await waitFor('a child', hasChild, { withinMs: 90_000 })
  await end(child, stop)
  expect(await processesLeft(scratch)).toEqual([])
})
