import { expect, test } from 'vitest'
import { launchProduct, newPlace, removePlace, type Place } from './processes.ts'

// A program that leaves behind a child of another process group, as a database server does.
const leaving = (child: string) => `
  const { spawn } = require('node:child_process')
  const options = { detached: true, stdio: ['ignore', 'ignore', 'ignore'], env: {}, cwd: process.env.DATA_DIR }
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '${child}'], options)
  child.unref()
  child.on('spawn', () => console.log('ready on port ' + process.env.PORT))
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1000)
`

// Its own command line must not name the sandbox, only its child's.
const leavingSandbox = leaving("' + ['phone', 'sandbox'].join('-') + '")

test('a run is heard, stopped and its exit code known', async () => {
  await using place = await placeToRemove()
  await using product = launchProduct(place, ['-e', leaving('database')])
  expect(await product.waitForLine(/ready/)).toBe(`ready on port ${new URL(place.webUrl).port}`)
  expect(await product.stop()).toBe(7)
})

test('a power cut leaves no process of the run, whatever group it belongs to', async () => {
  await using place = await placeToRemove()
  await using product = launchProduct(place, ['-e', leaving('database')])
  await product.waitForLine(/ready/)
  expect(await product.processes()).toHaveLength(2)
  await product.killEverything()
  expect(await product.processes()).toEqual([])
})

test('a power cut of our machine alone spares the carrier', async () => {
  await using place = await placeToRemove()
  await using product = launchProduct(place, ['-e', leavingSandbox])
  await product.waitForLine(/ready/)
  await product.killAllButSandbox()
  expect(await product.processes()).toHaveLength(1)
})

test('a process that outlives its parent is still known', async () => {
  await using place = await placeToRemove()
  await using product = launchProduct(place, ['-e', leaving('database')])
  await product.waitForLine(/ready/)
  await product.stop()
  expect(await product.processes()).toHaveLength(1)
})

test('a run that ends before its line says what it said', async () => {
  await using place = await placeToRemove()
  await using product = launchProduct(place, ['-e', "console.error('the port is taken')"])
  await expect(product.waitForLine(/ready/)).rejects.toThrow('the port is taken')
})

async function placeToRemove(): Promise<Place & AsyncDisposable> {
  const place = await newPlace()
  return { ...place, [Symbol.asyncDispose]: () => removePlace(place) }
}
