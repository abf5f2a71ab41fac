import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from './store.ts'

test('a change that could not be written is written with the next one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = openStore(folder)
  store.save('call', 'first', { id: 1 })

  // A folder in its place makes appending fail, like a full disk.
  const file = path.join(folder, 'sandbox.jsonl')
  await rm(file)
  await mkdir(file)
  store.save('call', 'second', { id: 2 })
  store.save('call', 'third', { id: 3 })
  await rmdir(file)
  store.save('call', 'fourth', { id: 4 })

  expect(openStore(folder).load('call')).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
})
