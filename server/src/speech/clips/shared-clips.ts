import type { Storage } from '../../platform/storage/storage.ts'
import { soundOfShared } from './clip-folder.ts'

/** Some 500 sentences. */
const MOST_BYTES = 16 * 1024 * 1024

/** Keeps the latest shared clips in memory: in a crowded minute, reading each from the disk would mean silence. */
export function keepShared(storage: Storage): Storage {
  /** Last used, last in order. */
  const kept = new Map<string, Buffer>()
  const reading = new Map<string, Promise<Buffer | null>>()
  let bytes = 0
  const forget = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  const keep = (key: string, clip: Buffer) => {
    forget(key)
    kept.set(key, clip)
    bytes += clip.length
    for (const oldest of kept.keys()) if (bytes > MOST_BYTES) forget(oldest)
  }
  async function read(key: string): Promise<Buffer | null> {
    const clip = await storage.get(key).finally(() => reading.delete(key))
    if (clip !== null) keep(key, clip)
    return clip
  }
  return {
    ...storage,
    async get(key) {
      if (soundOfShared(key) === null) return storage.get(key)
      const clip = kept.get(key)
      if (clip === undefined) {
        const found = reading.get(key) ?? read(key)
        reading.set(key, found)
        return found
      }
      keep(key, clip)
      return clip
    },
    exists: async (key) => kept.has(key) || storage.exists(key),
    async put(key, clip, contentType) {
      await storage.put(key, clip, contentType)
      forget(key)
    },
    async delete(key) {
      await storage.delete(key)
      forget(key)
    },
  }
}
