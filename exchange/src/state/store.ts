import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const kinds = ['log', 'call', 'text', 'mail', 'recording', 'opt-out'] as const
type Kind = (typeof kinds)[number]

/** Keeps the last version of each object on the disk, so that a killed exchange remembers what it did. */
export type Store = {
  /** False if it could not be written yet. `durably`: it also survives a power cut. */
  save(kind: Kind, id: string, value: unknown, how?: 'durably'): boolean
  remove(kind: Kind, id: string): void
  /** Null if it isn't stored. */
  read(kind: Kind, id: string): unknown
  /** Oldest first. */
  load(kind: Kind, isWanted?: (value: unknown) => boolean): unknown[]
  /** Whether the file may still hold what was removed. */
  holdsRemoved(): boolean
  /** Rewrites the file with nothing but these. */
  keepOnly(isKept: (kind: Kind, value: unknown) => boolean): void
}

/** For tests: nothing survives a restart. */
export const noStore = (): Store => ({
  save: () => true,
  remove: () => {},
  read: () => null,
  load: () => [],
  holdsRemoved: () => false,
  keepOnly: () => {},
})

type Change = { kind: Kind; id: string; value: unknown }
/** Where the last version of each object begins in the file. Memory holds no object. */
type Places = Map<string, number>

/** Appends a line per change, so that a kill in the middle of a write loses only that line. */
export function openStore(folder: string, { name = 'sandbox.jsonl', mayFlush = false } = {}): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  let places = rewritten(file, existsSync(file) ? placesIn(file) : new Map(), () => true)
  let unwritten: { change: Change; line: string }[] = []
  let holdsRemoved = false
  let isCut = true // perhaps by a kill of the earlier run
  // A full disk loses nothing: the next change also writes what failed, after any partial line.
  const append = (change: Change, how?: 'durably'): boolean => {
    unwritten.push({ change, line: `${JSON.stringify(change)}\n` })
    try {
      const start = isCut ? '\n' : ''
      let at = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) + start.length
      appendFileSync(file, start + unwritten.map(({ line }) => line).join(''), { mode: 0o600 })
      for (const written of unwritten) {
        place(places, written.change, at)
        at += Buffer.byteLength(written.line)
      }
      unwritten = []
      isCut = false
      if (mayFlush && how === 'durably') withFile(file, fsyncSync)
      return true
    } catch {
      isCut = true
      return false
    }
  }
  const read = (kind: Kind, id: string): unknown => {
    const waiting = unwritten.findLast(({ change }) => change.kind === kind && change.id === id)
    if (waiting !== undefined) return waiting.change.value
    const at = places.get(`${kind} ${id}`)
    if (at === undefined) return null
    const [found] = changesAt(file, new Map([[`${kind} ${id}`, at]]))
    return found?.[0].value ?? null
  }
  function* stored(): Iterable<Change> {
    const later = new Map(unwritten.map(({ change }) => [keyOf(change), change]))
    for (const [change] of changesAt(file, places)) if (!later.has(keyOf(change))) yield change
    yield* later.values()
  }
  return {
    save: (kind, id, value, how) => append({ kind, id, value }, how),
    remove(kind, id) {
      append({ kind, id, value: null })
      holdsRemoved = true
    },
    read,
    load: (kind, isWanted = () => true) => {
      const found = []
      for (const change of stored())
        if (change.kind === kind && change.value !== null && isWanted(change.value)) found.push(change.value)
      return found
    },
    holdsRemoved: () => holdsRemoved,
    keepOnly(isKept) {
      const before = places
      places = rewritten(file, places, isKept)
      holdsRemoved &&= places === before
    },
  }
}

const keyOf = ({ kind, id }: Change): string => `${kind} ${id}`

function place(places: Places, change: Change, at: number): void {
  if (change.value === null) places.delete(keyOf(change))
  else places.set(keyOf(change), at)
}

/** The objects at these places, each with its line. */
function* changesAt(file: string, places: Places): Iterable<[Change, Buffer]> {
  if (places.size === 0 || !existsSync(file)) return
  const descriptor = openSync(file, 'r')
  try {
    const read = lineReader(descriptor)
    for (const [key, at] of places) {
      const line = read(at)
      const change = parseChange(line)
      if (change !== null && keyOf(change) === key) yield [change, line]
    }
  } finally {
    closeSync(descriptor)
  }
}

function placesIn(file: string): Places {
  const places: Places = new Map()
  withFile(file, (descriptor) => {
    const read = lineReader(descriptor)
    for (let at = 0; ;) {
      const line = read(at)
      if (line.length === 0) return
      const change = parseChange(line)
      if (change !== null) place(places, change, at)
      at += line.length
    }
  })
  return places
}

/** Object by object, so that memory holds one of them. A full disk leaves the file as it is. */
function rewritten(file: string, places: Places, isKept: (kind: Kind, value: unknown) => boolean): Places {
  const kept: Places = new Map()
  const draft = `${file}.new`
  try {
    const out = openSync(draft, 'w', 0o600)
    try {
      let end = 0
      for (const [change, line] of changesAt(file, places)) {
        if (!isKept(change.kind, change.value)) continue
        kept.set(keyOf(change), end)
        const text = line.toString('utf8')
        end += writeAll(out, text.endsWith('\n') ? text : `${text}\n`)
      }
    } finally {
      closeSync(out)
    }
    renameSync(draft, file)
    return kept
  } catch {
    rmSync(draft, { force: true })
    return places
  }
}

/** A disk that fills up may take a part, without an error. */
function writeAll(descriptor: number, text: string): number {
  const size = writeSync(descriptor, text)
  if (size < Buffer.byteLength(text)) throw new Error('the disk is full')
  return size
}

const CHUNK = 64 * 1024
const NEWLINE = 10

/** Reads lines with their end; an empty one after the last. Each is good until the next is read. */
function lineReader(descriptor: number): (at: number) => Buffer {
  let buffer = Buffer.allocUnsafe(CHUNK)
  let [size, from] = [0, 0]
  return (at) => {
    for (;;) {
      const window = buffer.subarray(0, size)
      const end = at < from ? -1 : window.indexOf(NEWLINE, at - from)
      if (end !== -1) return window.subarray(at - from, end + 1)
      if (at === from && size > 0 && size < buffer.length) return window
      if (at === from && size === buffer.length) buffer = Buffer.allocUnsafe(2 * size)
      from = at
      size = readSync(descriptor, buffer, 0, buffer.length, at)
      if (size === 0) return buffer.subarray(0, 0)
    }
  }
}

function withFile<T>(file: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(file, 'r')
  try {
    return use(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function parseChange(line: Buffer): Change | null {
  try {
    return JSON.parse(line.toString('utf8')) as Change
  } catch {
    return null // a line cut by a kill, or the empty one at the end
  }
}
