import { mkdtemp, readdir, rm, stat, symlink, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startObjectStore, type ObjectStore } from '../../../test/harness/outside/object-store.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { openStorage } from './flydrive.adapter.ts'
import type { Storage } from './storage.ts'

let folder: string
let store: ObjectStore
let warnings: string[]
beforeAll(async () => void (store = await startObjectStore()))
afterAll(() => store[Symbol.asyncDispose]())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
  warnings = []
})
afterEach(() => rm(folder, { recursive: true }))

const log = pino({}, { write: (line: string) => void warnings.push(line) })
const GOOD_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const openFolder = (root = folder) => openStorage(pathToFileURL(root).href, null, log)
const openBucket = (url = store.settings.STORAGE_URL, keys = GOOD_KEYS) => openStorage(url, keys, log)

async function listed(storage: Storage, under: string): Promise<string[]> {
  const keys = []
  for await (const key of storage.list(under)) keys.push(key)
  return keys.toSorted()
}

describe.each([
  ['a folder', () => openFolder()],
  ['an S3 server', () => openBucket()],
])('in %s', (where, open) => {
  // Other tests share both stores, so each test uses its own keys.
  let home = ''
  beforeEach(({ task }) => void (home = `${where}/${task.id}`.replaceAll(' ', '-')))

  test('CALL-8 a stored file can be read, streamed, listed, replaced and deleted', async () => {
    const storage = await open()
    const [clip, recording] = [`${home}/speech/1/clip.wav`, `${home}/recordings/1/2.wav`]
    await storage.put(clip, Buffer.from('first'), 'audio/wav')
    await storage.put(clip, Buffer.from('second!'), 'audio/wav')
    await storage.put(recording, Buffer.alloc(300_000, 7), 'audio/wav')
    expect(await storage.get(clip)).toEqual(Buffer.from('second!'))
    const streamed = await storage.stream(recording)
    expect([streamed?.size, (await buffer(streamed!.body)).length]).toEqual([300_000, 300_000])
    expect(await listed(storage, `${home}/speech`)).toEqual([clip])
    await storage.delete(clip)
    await storage.delete(clip)
    expect(await storage.exists(clip)).toBe(false)
    expect(await storage.exists(recording)).toBe(true)
  })

  test('ACCT-2 an archive larger than one chunk of memory is streamed and comes back whole', async () => {
    const storage = await open()
    const pieces = Array.from({ length: 60 }, (_, i) => Buffer.alloc(100_000, i))
    await storage.putStream(`${home}/export.zip`, { body: Readable.from(pieces), size: 6_000_000 }, 'application/zip')
    expect((await storage.get(`${home}/export.zip`))?.equals(Buffer.concat(pieces))).toBe(true)
  })

  test('CALL-8 a missing file is null, an empty folder lists nothing', async () => {
    const storage = await open()
    expect(await storage.get(`${home}/none.wav`)).toBeNull()
    expect(await storage.stream(`${home}/none.wav`)).toBeNull()
    expect(await storage.exists(`${home}/none.wav`)).toBe(false)
    expect(await listed(storage, `${home}/nowhere`)).toEqual([])
  })

  test('ACCT-3 listing a folder leaves out another whose name begins alike', async () => {
    const storage = await open()
    const [own, beside] = [`${home}/speech/1/clip.wav`, `${home}/speech/11/clip.wav`]
    for (const key of [own, beside]) await storage.put(key, Buffer.from('x'), 'audio/wav')
    expect(await listed(storage, `${home}/speech/1`)).toEqual([own])
    expect(await listed(storage, `${home}/speech/1/`)).toEqual([own])
  })

  test('CALL-8 twenty writers of one key leave one whole file', async () => {
    const storage = await open()
    const bodies = Array.from({ length: 20 }, (_, i) => Buffer.alloc(100_000, i))
    await Promise.all(bodies.map((body) => storage.put(`${home}/same.wav`, body, 'audio/wav')))
    const kept = await storage.get(`${home}/same.wav`)
    expect(bodies.some((body) => body.equals(kept!))).toBe(true)
  })

  test('a key cannot escape its folder', async () => {
    const storage = await open()
    await expect(storage.put('../escaped.wav', Buffer.from('x'), 'audio/wav')).rejects.toThrow(/traversal/i)
    await expect(storage.get('../../etc/passwd')).rejects.toThrow(/traversal/i)
  })
})

test('ACCT-3 a bucket with more files than one response holds is listed to the end', async () => {
  const storage = await openBucket()
  const keys = Array.from({ length: 1001 }, (_, i) => `speech/77/${String(i).padStart(4, '0')}.wav`)
  while (keys.length > 0) {
    await Promise.all(keys.splice(0, 50).map((key) => storage.put(key, Buffer.from('x'), 'audio/wav')))
  }
  expect(await listed(storage, 'speech/77/')).toHaveLength(1001)
})

test('CALL-8 a folder never shows a half-written file', async () => {
  const storage = await openFolder()
  await Promise.all([1, 2, 3].map((i) => storage.put('speech/same.wav', Buffer.alloc(100_000, i), 'audio/wav')))
  expect(await readdir(join(folder, '.partial'))).toEqual([])
})

test('CALL-8 a file that breaks off, as on a full disk, takes no space', async () => {
  const storage = await openFolder()
  const half = async function* () {
    yield Buffer.alloc(100_000)
    throw new Error('ENOSPC')
  }
  const putting = storage.putStream(
    'exports/1/1.zip',
    { body: Readable.from(half()), size: 200_000 },
    'application/zip',
  )
  await expect(putting).rejects.toThrow(/cannot write/i)
  expect(await readdir(join(folder, '.partial'))).toEqual([])
})

test('CALL-13 only the owner can read files in a folder', async () => {
  const storage = await openFolder()
  await storage.put('recordings/1.wav', Buffer.from('private'), 'audio/wav')
  expect((await stat(join(folder, 'recordings/1.wav'))).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'recordings'))).mode & 0o077).toBe(0)
})

test('CALL-8 a process starts while another finishes writing a file in the same folder', async () => {
  await mkdir(join(folder, '.partial'))
  // Listed, but gone when examined, like a file renamed to its final place in between.
  await symlink('finished meanwhile', join(folder, '.partial', 'clip'))
  const storage = await openFolder()
  await storage.put('speech/1/clip.wav', Buffer.from('up'), 'audio/wav')
  expect(await listed(storage, 'speech')).toEqual(['speech/1/clip.wav'])
})

test('half-written files of a crash are removed after an hour, not earlier', async () => {
  await mkdir(join(folder, '.partial'))
  for (const name of ['old', 'young']) await writeFile(join(folder, '.partial', name), 'half')
  const twoHoursAgo = Date.now() / 1000 - 2 * 3_600
  await utimes(join(folder, '.partial', 'old'), twoHoursAgo, twoHoursAgo)
  await openFolder()
  expect(await readdir(join(folder, '.partial'))).toEqual(['young'])
})

test.each([
  ['an impossible folder', 'file:///dev/null/files', 'STORAGE_URL: cannot keep files in /dev/null/files (ENOTDIR)'],
  ['a folder of the system', 'file:///proc/reveille', 'STORAGE_URL: cannot keep files in /proc/reveille (ENOENT)'],
  ['another protocol', 'ftp://files', 'STORAGE_URL must begin with file: or s3:, not ftp:'],
  ['S3 without keys', 's3://bucket', 'STORAGE_URL is s3: but S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is missing'],
])('%s stops the start with one line', async (_case, url, line) => {
  const opening = openStorage(url, null, log)
  await expect(opening).rejects.toThrow(line)
  await expect(opening).rejects.toBeInstanceOf(StartRefusedError)
})

test.each([
  ['a path in a bucket', (url: string) => url.replace('?', '/inner?'), GOOD_KEYS, 'must look like s3://bucket'],
  ['an invalid endpoint', () => 's3://bucket?endpoint=here', GOOD_KEYS, 'must look like s3://bucket'],
  ['a missing bucket', (url: string) => url.replace('-calls', '-cells'), GOOD_KEYS, 'create it first'],
  ['an unknown key', (url: string) => url, { ...GOOD_KEYS, accessKeyId: 'nobody' }, 'S3_ACCESS_KEY_ID'],
  ['a wrong secret', (url: string) => url, { ...GOOD_KEYS, secretAccessKey: 'x9y8' }, 'S3_SECRET_ACCESS_KEY'],
])('%s stops the start with one line that says what to do and holds no secret', async (_case, change, keys, words) => {
  const refused = await openBucket(change(store.settings.STORAGE_URL), keys).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusedError)
  expect((refused as Error).message).toContain(words)
  expect((refused as Error).message).not.toMatch(/\n|x9y8/)
})

test('CALL-8 an S3 server that is only down does not stop the start, and is used once it is back', async () => {
  await using ours = await startObjectStore()
  await ours.goAway()
  const storage = await openBucket(ours.settings.STORAGE_URL)
  expect(warnings.join()).toContain('file storage unavailable')
  await expect(storage.put('speech/1.wav', Buffer.from('up'), 'audio/wav')).rejects.toThrow(/cannot write/i)
  await expect(storage.get('speech/1.wav')).rejects.toThrow(/cannot read/i)
  await ours.comeBack()
  await storage.put('speech/1.wav', Buffer.from('up'), 'audio/wav')
  expect((await storage.get('speech/1.wav'))?.toString()).toBe('up')
})
