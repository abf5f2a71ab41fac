import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from '../../platform/storage/flydrive.adapter.ts'
import { keepShared } from './shared-clips.ts'

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'shared-clips-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const storage = keepShared(await openStorage(pathToFileURL(folder).href, null, pino({ level: 'silent' })))
  return { storage, lose: () => rm(join(folder, 'speech'), { recursive: true }) }
}

const SHARED = (clip: string) => `speech/shared/lily-0123/${clip}.wav`
const OWN = 'speech/7/1400/name.wav'

test('CALL-8 a shared sentence is read once, and again after it is replaced; a personal one is never kept in memory', async () => {
  const { storage, lose } = await start()
  await storage.put(SHARED('morning'), Buffer.from('old'), 'audio/wav')
  await storage.put(OWN, Buffer.from('Ada'), 'audio/wav')
  await storage.get(SHARED('morning'))
  await storage.put(SHARED('morning'), Buffer.from('new'), 'audio/wav')
  const twice = await Promise.all([storage.get(SHARED('morning')), storage.get(SHARED('morning'))])
  expect(twice.map(String)).toEqual(['new', 'new'])
  expect(String(await storage.get(OWN))).toBe('Ada')
  await lose()
  expect(String(await storage.get(SHARED('morning')))).toBe('new')
  expect(await storage.exists(SHARED('morning'))).toBe(true)
  expect([await storage.get(OWN), await storage.exists(OWN)]).toEqual([null, false])
  await storage.delete(SHARED('morning'))
  expect([await storage.get(SHARED('morning')), await storage.exists(SHARED('morning'))]).toEqual([null, false])
})

test('CALL-8 sentences in memory take at most 16 MB, and the least recently used are dropped first', async () => {
  const { storage, lose } = await start()
  const names = Array.from({ length: 17 }, (_, n) => SHARED(`sentence-${n}`))
  for (const name of names) await storage.put(name, Buffer.alloc(1024 * 1024), 'audio/wav')
  for (const name of names.slice(0, 16)) await storage.get(name)
  await storage.get(names[0]!)
  await storage.get(names[16]!)
  await lose()
  const kept = await Promise.all(names.map((name) => storage.exists(name)))
  expect(names.filter((_, n) => !kept[n])).toEqual([names[1]])
})
