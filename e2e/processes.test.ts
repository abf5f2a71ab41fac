import { expect, test } from 'vitest'
import { launchProduct, newPlace, removePlace } from './processes.ts'

// A program that leaves a child in another process group, like a database server.
const leaving = `
  const { spawn } = require('node:child_process')
  const options = { detached: true, stdio: ['ignore', 'ignore', 'ignore'], env: {}, cwd: process.env.DATA_DIR }
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'database'], options)
  child.unref()
  child.on('spawn', () => console.log('ready'))
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1000)
`

// If this failed, no test would notice a process left running, and killEverything would miss some.
test('a process that outlives its parent is still found, and killEverything leaves none', async () => {
  const place = await newPlace()
  await using product = launchProduct(place, ['-e', leaving])
  await product.waitForLine(/ready/)
  expect(await product.processes()).toHaveLength(2)
  expect(await product.stop()).toBe(7)
  expect(await product.processes()).toHaveLength(1)
  await product.killEverything()
  expect(await product.processes()).toEqual([])
  await removePlace(place)
})
