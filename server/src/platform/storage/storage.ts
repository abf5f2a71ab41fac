import type { Readable } from 'node:stream'

/** Speech and recordings. Keys are ours (`speech/…`, `recordings/…`), never a person's text. */
export type Storage = {
  /** Atomic: a reader never sees half a file. Overwrites. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** `put` for data too large for memory. */
  putStream(key: string, file: { body: Readable; size: number }, contentType: string): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Buffer | null>
  /** Like `get`, without holding the file in memory. */
  stream(key: string): Promise<{ body: Readable; size: number } | null>
  exists(key: string): Promise<boolean>
  /** No error if it is already gone. */
  delete(key: string): Promise<void>
  list(folder: string): AsyncIterable<string>
}
