import type { Readable } from 'node:stream'

/** Files we keep: speech and recordings. Keys are ours (`speech/…`, `recordings/…`), never a person's text. */
export type Storage = {
  /** All or nothing: a reader never sees half a file. Writing the same key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** The same for data too large for memory. */
  putStream(key: string, file: { body: Readable; size: number }, contentType: string): Promise<void>
  /** Null when there is no such file. */
  get(key: string): Promise<Buffer | null>
  /** Null when there is no such file. For responses that need not be held in memory. */
  stream(key: string): Promise<{ body: Readable; size: number } | null>
  exists(key: string): Promise<boolean>
  /** No error when it is already gone. */
  delete(key: string): Promise<void>
  /** The key of every file in this folder and below. */
  list(folder: string): AsyncIterable<string>
}
