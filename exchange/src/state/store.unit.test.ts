import { appendFile, mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises'
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

  expect(store.load('call')).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  expect(['first', 'second', 'fourth'].map((id) => store.read('call', id))).toEqual([null, { id: 2 }, { id: 4 }])
  expect(openStore(folder).load('call')).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
})

test('LINE-9 the last version of each object, however long, is read from the disk until it is removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = openStore(folder)
  const long = '…'.repeat(100_000)
  for (const version of [1, 2]) for (const id of ['a', 'b', 'c', 'd']) store.save('call', id, { id, version, long })
  store.save('text', 'a', { other: true })
  store.remove('call', 'b')
  expect([store.load('call'), store.read('call', 'b')]).toMatchObject([[{ id: 'a' }, { id: 'c' }, { id: 'd' }], null])
  expect(store.read('call', 'c')).toEqual({ id: 'c', version: 2, long })
  const onDisk = () => readFile(path.join(folder, 'sandbox.jsonl'), 'utf8')
  expect([store.holdsRemoved(), (await onDisk()).includes('"id":"b"')]).toEqual([true, true])
  store.keepOnly((kind, value) => kind === 'text' || (value as { id: string }).id !== 'a')
  expect([store.holdsRemoved(), /"id":"[ab]"[^}]*"long"/.test(await onDisk())]).toEqual([false, false])
  store.save('call', 'e', { id: 'e' })
  for (const reader of [store, openStore(folder)])
    expect([reader.load('call'), reader.load('text')]).toEqual([
      [{ id: 'c', version: 2, long }, { id: 'd', version: 2, long }, { id: 'e' }],
      [{ other: true }],
    ])
})

test('LINE-9 a line that a kill cut short is dropped, and the others are read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  openStore(folder).save('call', 'a', { id: 'a' })
  await appendFile(path.join(folder, 'sandbox.jsonl'), '{"kind":"call","id":"b","val')
  const store = openStore(folder)
  store.save('call', 'c', { id: 'c' })
  const both = [{ id: 'a' }, { id: 'c' }]
  expect(store.load('call')).toEqual(both)
  expect(openStore(folder).load('call')).toEqual(both)
})
