import type { Instant } from '@reveille/core/time/time-zone'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive; audio is stored, text is compressed. */
export type ArchiveFile = { path: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; packed: boolean }

/** Streams a ZIP archive: never more of it in memory than one chunk of one file. */
export async function* zipped(files: AsyncIterable<ArchiveFile>, madeAt: Instant): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const taken = () => {
    const pieces = made
    made = []
    return pieces
  }
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    made.push(piece)
  })
  for await (const { path, content, packed } of files) {
    const entry = packed ? new ZipDeflate(path) : new ZipPassThrough(path)
    entry.mtime = madeAt
    zip.add(entry)
    for await (const bytes of content) {
      entry.push(bytes, false)
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
