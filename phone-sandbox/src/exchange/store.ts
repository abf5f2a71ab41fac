import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const kinds = ['log', 'call', 'text', 'mail', 'recording', 'opt-out'] as const
type Kind = (typeof kinds)[number]

/** Keeps the last version of each object, so that a killed sandbox remembers what it did. */
export type Store = {
  save(kind: Kind, id: string, value: unknown): void
  remove(kind: Kind, id: string): void
  /** What was stored before this start, oldest first. */
  load(kind: Kind): unknown[]
}

/** For tests: nothing survives a restart. */
export const noStore = (): Store => ({ save: () => {}, remove: () => {}, load: () => [] })

/** Appends a line per change, so that a kill in the middle of a write loses only that line. */
export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'sandbox.jsonl')
  const latest = readChanges(file)
  compact(file, latest)
  let unwritten = ''
  // A full disk loses nothing: the next change also writes what failed, after any partial line.
  const append = (change: Change) => {
    unwritten += `${JSON.stringify(change)}\n`
    try {
      appendFileSync(file, unwritten)
      unwritten = ''
    } catch {
      unwritten = `\n${unwritten.trimStart()}`
    }
  }
  return {
    save: (kind, id, value) => append({ kind, id, value }),
    remove: (kind, id) => append({ kind, id, value: null }),
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

function compact(file: string, latest: Map<string, Change>): void {
  const lines = [...latest.values()].map((change) => `${JSON.stringify(change)}\n`)
  writeFileSync(`${file}.new`, lines.join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
