import { afterAll, beforeAll, expect, test } from 'vitest'
import { killProcesses } from '../process-tree.ts'
import { installedPlace, READY_LINE, removePlace, type Place } from '../processes.ts'
import { commandLines, commandOf, end, run, startAndStop, type Starter, type Stop } from './start-and-stop.ts'

const isDatabase = (command: string) => /\/postgres\0|^postgres: /.test(command)

let place: Place
beforeAll(async () => {
  place = await installedPlace({ LOG_LEVEL: 'warn' })
})
afterAll(async () => {
  await killProcesses({ folder: place.dataDir })
  await removePlace(place)
})

// All use one data folder, so each start also shows that the previous stop left nothing in its way.
test.each<[Starter, 'is ready' | 'has a database', Stop]>([
  ['npm start', 'is ready', ['all', 'SIGINT']],
  ['npm start', 'is ready', ['all', 'SIGTERM', 'SIGTERM']],
  ['npm start', 'is ready', ['all', 'SIGINT', 'SIGINT', 'SIGTERM']],
  ['npm start', 'is ready', ['all', 'SIGHUP']],
  ['npm start', 'is ready', ['first', 'SIGTERM']],
  ['npm start', 'is ready', ['first', 'SIGKILL']],
  ['npm start', 'has a database', ['all', 'SIGINT', 'SIGINT']],
  ['an older Node.js', 'is ready', ['all', 'SIGINT', 'SIGINT']],
  ['an older Node.js', 'is ready', ['first', 'SIGTERM']],
  ['an older Node.js', 'is ready', ['first', 'SIGKILL']],
  ['the program itself', 'is ready', ['first', 'SIGHUP', 'SIGTERM', 'SIGINT']],
])('%s, once it %s: %j leaves no process and no lock', async (what, when, stop) => {
  expect(await startAndStop(place, what, { when, stop })).toEqual([])
})

test('a killed program’s carrier ends too, and its database stays', async () => {
  const { child, said } = run(await commandOf(place, 'the program itself'), place.env)
  await said.waitForLine(READY_LINE, 90_000)
  await end(child, ['first', 'SIGKILL'])
  const others = async () => (await commandLines(place.dataDir)).filter((command) => !isDatabase(command))
  await expect.poll(others, { timeout: 90_000 }).toEqual([])
  expect(await commandLines(place.dataDir)).not.toEqual([])
})
