import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const kinds = ['log', 'call', 'text', 'mail', 'recording', 'opt-out'] as const
type Kind = (typeof kinds)[number]

/** Keeps the last version of each object, so that a killed exchange remembers what it did. */
export type Store = {
  /** False if it could not be written yet. `durably`: it also survives a power cut. */
  save(kind: Kind, id: string, value: unknown, how?: 'durably'): boolean
  remove(kind: Kind, id: string): void
  /** What was stored before this start, oldest first. */
  load(kind: Kind): unknown[]
  /** Rewrites the file with nothing but these, so that what was removed is gone from the disk, too. */
  keepOnly(kept: readonly { kind: Kind; id: string; value: unknown }[]): void
}

/** For tests: nothing survives a restart. */
export const noStore = (): Store => ({ save: () => true, remove: () => {}, load: () => [], keepOnly: () => {} })

/** Appends a line per change, so that a kill in the middle of a write loses only that line. */
export function openStore(folder: string, { name = 'sandbox.jsonl', mayFlush = false } = {}): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  const latest = readChanges(file)
  compact(file, [...latest.values()])
  let unwritten = ''
  // A full disk loses nothing: the next change also writes what failed, after any partial line.
  const append = (change: Change, how?: 'durably'): boolean => {
    unwritten += `${JSON.stringify(change)}\n`
    try {
      appendFileSync(file, unwritten)
      unwritten = ''
      if (mayFlush && how === 'durably') flush(file)
      return true
    } catch {
      unwritten = `\n${unwritten.trimStart()}`
      return false
    }
  }
  return {
    save: (kind, id, value, how) => append({ kind, id, value }, how),
    remove: (kind, id) => void append({ kind, id, value: null }),
    keepOnly(kept) {
      compact(file, kept)
      unwritten = ''
    },
    load: (kind) => [...latest.values()].filter((change) => change.kind === kind).map((change) => change.value),
  }
}

type Change = { kind: Kind; id: string; value: unknown }

function readChanges(file: string): Map<string, Change> {
  const latest = new Map<string, Change>()
  if (!existsSync(file)) return latest
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const change = parseChange(line)
    if (change === null) continue
    const key = `${change.kind} ${change.id}`
    if (change.value === null) latest.delete(key)
    else latest.set(key, change)
  }
  return latest
}

function parseChange(line: string): Change | null {
  try {
    return JSON.parse(line) as Change
  } catch {
    return null // a line cut by a kill, or the empty one at the end
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function compact(file: string, changes: readonly Change[]): void {
  const lines = changes.map((change) => `${JSON.stringify(change)}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
