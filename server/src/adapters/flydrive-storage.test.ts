import { mkdtemp, readdir, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StoredFile } from '../ports/storage.ts'
import { openStorage } from './flydrive-storage.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'storage-test-'))))
afterEach(() => rm(folder, { recursive: true }))

const open = (root = folder) => openStorage(pathToFileURL(root).href, null)

async function listed(files: AsyncIterable<StoredFile>) {
  const keys = []
  for await (const { key, size } of files) keys.push(`${key} ${size}`)
  return keys.toSorted()
}

test('CALL-8 what was put can be read, streamed, listed, replaced and deleted', async () => {
  const storage = await open()
  await storage.put('speech/ab/one.wav', Buffer.from('first'), 'audio/wav')
  await storage.put('speech/ab/one.wav', Buffer.from('second!'), 'audio/wav')
  await storage.put('recordings/two.wav', Buffer.alloc(300_000, 7), 'audio/wav')
  expect(await storage.get('speech/ab/one.wav')).toEqual(Buffer.from('second!'))
  const streamed = await storage.stream('recordings/two.wav')
  expect([streamed?.size, (await buffer(streamed!.body)).length]).toEqual([300_000, 300_000])
  expect(await listed(storage.list('speech'))).toEqual(['speech/ab/one.wav 7'])
  await storage.delete('speech/ab/one.wav')
  await storage.delete('speech/ab/one.wav')
  expect(await storage.exists('speech/ab/one.wav')).toBe(false)
  expect(await storage.exists('recordings/two.wav')).toBe(true)
})

test('CALL-8 a file that is not there is null, an empty folder lists nothing', async () => {
  const storage = await open()
  expect(await storage.get('speech/none.wav')).toBeNull()
  expect(await storage.stream('speech/none.wav')).toBeNull()
  expect(await storage.exists('speech/none.wav')).toBe(false)
  expect(await listed(storage.list('speech'))).toEqual([])
})

test('CALL-8 twenty writers of the same key leave one whole file and nothing half-written', async () => {
  const storage = await open()
  const bodies = Array.from({ length: 20 }, (_, i) => Buffer.alloc(100_000, i))
  await Promise.all(bodies.map((body) => storage.put('speech/same.wav', body, 'audio/wav')))
  const kept = await storage.get('speech/same.wav')
  expect(bodies.some((body) => body.equals(kept!))).toBe(true)
  expect(await readdir(join(folder, '.partial'))).toEqual([])
})

test('CALL-13 files are for their owner alone', async () => {
  const storage = await open()
  await storage.put('recordings/1.wav', Buffer.from('private'), 'audio/wav')
  expect((await stat(join(folder, 'recordings/1.wav'))).mode & 0o077).toBe(0)
  expect((await stat(join(folder, 'recordings'))).mode & 0o077).toBe(0)
})

test('a key cannot lead out of the folder', async () => {
  const storage = await open(join(folder, 'inner'))
  await expect(storage.put('../escaped.wav', Buffer.from('x'), 'audio/wav')).rejects.toThrow(/traversal/i)
  await expect(storage.get('../../etc/passwd')).rejects.toThrow(/traversal/i)
  expect(await readdir(folder)).toEqual(['inner'])
})

test('what a crash left half-written is cleared after a day, and not earlier', async () => {
  await mkdir(join(folder, '.partial'))
  for (const name of ['old', 'young']) await writeFile(join(folder, '.partial', name), 'half')
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
  await utimes(join(folder, '.partial', 'old'), twoDaysAgo, twoDaysAgo)
  await open()
  expect(await readdir(join(folder, '.partial'))).toEqual(['young'])
})

test.each([
  ['a folder that cannot be', 'file:///dev/null/files', 'STORAGE_URL: cannot keep files in /dev/null/files (ENOTDIR)'],
  ['another protocol', 'ftp://files', 'STORAGE_URL must begin with file: or s3:, not ftp:'],
  ['S3 without keys', 's3://bucket', 'STORAGE_URL is s3: but S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is missing'],
])('%s stops the start with one line', async (_case, url, line) => {
  await expect(openStorage(url, null)).rejects.toThrow(line)
})
