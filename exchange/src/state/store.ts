import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type Kind = 'log' | 'call' | 'text' | 'mail' | 'recording' | 'opt-out'

/** Keeps the last version of each object on the disk, so that a killed exchange remembers what it did. */
export type Store = {
  /** False if it could not be written yet. `durably`: it also survives a power cut. */
  save(kind: Kind, id: string, value: unknown, how?: 'durably'): boolean
  /** Wipes it from the disk, too. */
  remove(kind: Kind, ...ids: string[]): void
  /** Null if it isn't stored. */
  read(kind: Kind, id: string): unknown
  /** Oldest first. */
  load(kind: Kind, isWanted?: (value: unknown) => boolean): unknown[]
}

/** For tests: nothing survives a restart. */
export const noStore = (): Store => ({
  save: () => true,
  remove: () => {},
  read: () => null,
  load: () => [],
})

/** `json`: null removes it. */
type Change = { kind: Kind; id: string; json: string | null }

export function openStore(folder: string, { name = 'sandbox.db', mayFlush = false } = {}): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = openFile(join(folder, name))
  const put = db.prepare(`insert into objects (kind, id, json) values (?, ?, ?)
    on conflict (kind, id) do update set json = excluded.json`)
  const drop = db.prepare('delete from objects where kind = ? and id = ?')
  const one = db.prepare('select json from objects where kind = ? and id = ?')
  const all = db.prepare('select id, json from objects where kind = ? order by rowid')
  // A full disk loses nothing: the next change also writes what failed.
  const unwritten = new Map<string, Change>()
  const unwrittenOf = (kind: Kind, id: string) => unwritten.get(`${kind} ${id}`)

  function write(changes: readonly Change[], how?: 'durably'): boolean {
    for (const change of changes) unwritten.set(`${change.kind} ${change.id}`, change)
    try {
      db.exec(`pragma synchronous = ${mayFlush && how === 'durably' ? 'full' : 'normal'}; begin`)
      for (const { kind, id, json } of unwritten.values())
        if (json === null) drop.run(kind, id)
        else put.run(kind, id, json)
      db.exec('commit')
      const isWiped = [...unwritten.values()].some(({ json }) => json === null)
      unwritten.clear()
      if (isWiped) db.exec('pragma wal_checkpoint(truncate)') // the write-ahead log still has it
      return true
    } catch {
      if (db.isTransaction) db.exec('rollback')
      return false
    }
  }

  return {
    save: (kind, id, value, how) => write([{ kind, id, json: JSON.stringify(value) }], how),
    remove: (kind, ...ids) => void write(ids.map((id) => ({ kind, id, json: null }))),
    read(kind, id) {
      const { json = null } = unwrittenOf(kind, id) ?? one.get(kind, id) ?? {}
      return json === null ? null : (JSON.parse(String(json)) as unknown)
    },
    load(kind, isWanted = () => true) {
      const found: unknown[] = []
      const look = (json: unknown) => {
        const value: unknown = JSON.parse(String(json))
        if (isWanted(value)) found.push(value)
      }
      for (const { id, json } of all.iterate(kind)) if (!unwrittenOf(kind, String(id))) look(json)
      for (const change of unwritten.values()) if (change.kind === kind && change.json !== null) look(change.json)
      return found
    },
  }
}

function openFile(file: string): DatabaseSync {
  try {
    const db = new DatabaseSync(file)
    chmodSync(file, 0o600)
    db.exec(`pragma journal_mode = wal; pragma wal_checkpoint(truncate); pragma secure_delete = on;
      create table if not exists objects (kind text, id text, json text, unique (kind, id))`)
    return db
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
  }
}
