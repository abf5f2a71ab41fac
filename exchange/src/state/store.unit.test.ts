import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from './store.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a change that could not be written is written with the next one', async () => {
  const folder = await newFolder()
  const store = openStore(folder)
  store.save('call', 'first', { id: 1 })

  // Another writer makes writing fail, like a full disk.
  const other = new DatabaseSync(path.join(folder, 'sandbox.db'))
  other.exec('begin immediate')
  expect(store.save('call', 'second', { id: 2 })).toBe(false)
  store.remove('call', 'first')
  expect(store.save('call', 'third', { id: 3 })).toBe(false)
  expect(store.load('call')).toEqual([{ id: 2 }, { id: 3 }])
  expect(['first', 'second'].map((id) => store.read('call', id))).toEqual([null, { id: 2 }])
  other.exec('rollback')
  other.close()
  expect(store.save('call', 'fourth', { id: 4 })).toBe(true)

  expect(openStore(folder).load('call')).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
})

test('LINE-9 the last version of each object, however long, is read from the disk until it is removed', async () => {
  const folder = await newFolder()
  const store = openStore(folder)
  const long = '…'.repeat(100_000)
  for (const version of [1, 2]) for (const id of ['a', 'b', 'c', 'd']) store.save('call', id, { id, version, long })
  store.save('text', 'a', { other: true })
  const onDisk = async () => {
    const files = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'latin1'))
    return (await Promise.all(files)).join('')
  }
  expect(await onDisk()).toContain('"id":"b"')
  store.remove('call', 'b', 'a')
  expect(await onDisk()).not.toMatch(/"id":"[ab]"/)
  expect(store.read('call', 'b')).toBeNull()
  expect(store.read('call', 'c')).toEqual({ id: 'c', version: 2, long })
  store.save('call', 'e', { id: 'e' })
  store.save('call', 'c', { id: 'c', version: 3 })
  // As after a kill: the first one was never closed.
  for (const reader of [store, openStore(folder)])
    expect([reader.load('call'), reader.load('text')]).toEqual([
      [{ id: 'c', version: 3 }, { id: 'd', version: 2, long }, { id: 'e' }],
      [{ other: true }],
    ])
})
