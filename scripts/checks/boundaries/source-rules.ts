import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { lifeWriters, tableWriters } from './table-writers.ts'

/** Rules that imports can't express, checked on the text of production files. A violation reads `rule: file -> what`. */
export const sourceRules = [
  'sql-stays-in-sql',
  'rows-end-at-sql',
  'dates-end-at-sql',
  'tables-have-writers',
  'call-life-has-one-writer',
  'browser-may-lack-it',
  'device-clock-may-be-wrong',
] as const

type Rule = (typeof sourceRules)[number]

const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/
const written =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)(?: as \w+)?'|\b(?:insert into|delete from|update)\s+([a-z_]+)\b/g
/** A key of an object, one of `set a = …, b = …` or of `set (a, b) = …`, or the first argument of `set('a', …)`. */
const columnSet = /(?<!['".\w])([a-z_]+)(?=: |,\s|\s\}|\))|(?:\bset|,)\s+([a-z_]+) = |\.set\('([a-z_]+)'/g

/** The violations of these rules in `files`, which are relative to `baseDir`. */
export async function sourceFaults(files: readonly string[], baseDir: string): Promise<string[]> {
  const production = files.filter((file) => !/\.test\.tsx?$/.test(file))
  const server = production.filter((file) => /^server\/src\/.*\.ts$/.test(file) && !file.includes('/migrations/'))
  const sources = await Promise.all(server.map((file) => readSource(file, baseDir)))
  const pages = await Promise.all(production.filter(isPage).map((file) => readSource(file, baseDir)))
  const unwrapped = pages.flatMap(({ file, code }) => [
    ...fault('browser-may-lack-it', file, joined([...new Set(code.match(mayBeMissing))])),
    ...fault('device-clock-may-be-wrong', file, joined([...new Set(code.match(deviceClock))])),
  ])
  return [...sources.flatMap(faultsOf), ...writerFaults(sources), ...unwrapped]
}

/** What a browser may lack, refuse or block is used only by web/src/browser, which handles that. */
const mayBeMissing =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|BroadcastChannel|structuredClone|matchMedia|randomUUID)\b|\b(?:Intl|navigator|Notification)\.|document\.cookie|\.toLocale\w*String\(|\.withResolvers\b/g

/** Pages use the server's time: `now` of web/src/browser/clock.ts. */
const deviceClock =
  /\bDate\.now\b|\bnew Date(?:\(\)|(?!\())|(?<!new )\bDate\(|\bperformance\.(?:now|timeOrigin)\b|\bTemporal\b/g

const isPage = (file: string): boolean =>
  /^web\/src\/(?!browser\/|before-paint\.ts).*\.tsx?$/.test(file) && !file.endsWith('.d.ts')

/** `place` is the path below server/src, `code` the text without comments. */
type Source = { file: string; place: string; code: string }

async function readSource(file: string, baseDir: string): Promise<Source> {
  const text = await readFile(path.join(baseDir, file), 'utf8')
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return { file, place: file.slice('server/src/'.length), code }
}

function faultsOf({ file, place, code }: Source): string[] {
  const knowsRows = place.endsWith('.sql.ts') || place.startsWith('platform/database/')
  return [
    ...fault('sql-stays-in-sql', file, !keepsSql(place) && statement.test(code) ? ['a statement'] : []),
    ...fault('rows-end-at-sql', file, !knowsRows ? rowsIn(code) : []),
    ...fault(
      'dates-end-at-sql',
      file,
      !place.startsWith('platform/') && code.includes('.getTime()') ? ['getTime'] : [],
    ),
  ]
}

/** SQL belongs to its subject, or to the platform if it serves all of them. */
const keepsSql = (place: string): boolean =>
  place.endsWith('.sql.ts') || /^platform\/(?:database|jobs|limits|live)\//.test(place)

function rowsIn(code: string): string[] {
  const rows = code.match(/\b[A-Z][A-Za-z]*Row\b/g) ?? []
  const tables = /from '[^']*\/tables\.ts'/.test(code) ? ['tables.ts'] : []
  return joined(rows.length > 0 ? [...new Set(rows)].toSorted() : tables)
}

/** Each table has few writers. `erase-person` may write all, since it deletes all personal data. */
function writerFaults(sources: readonly Source[]): string[] {
  const writes = sources
    .filter(({ place }) => keepsSql(place) && place !== 'accounts/erase-person.sql.ts')
    .map((source) => ({ ...source, name: source.place.replace('.sql.ts', ''), tables: tablesWritten(source.code) }))
  return writes.flatMap(({ file, name, code, tables }) => {
    const foreign = tables.filter((table) => {
      const allowed = tableWriters[table]
      return allowed
        ? !allowed.includes(name)
        : writes.some((other) => other.name !== name && other.tables.includes(table))
    })
    const columns = new Set(
      tables.includes('calls')
        ? Array.from(code.matchAll(columnSet), ([, key, set, named]) => key ?? set ?? named)
        : [],
    )
    const life = Object.keys(lifeWriters).filter(
      (column) => columns.has(column) && !lifeWriters[column]!.includes(name),
    )
    return [
      ...fault('tables-have-writers', file, joined(foreign)),
      ...fault('call-life-has-one-writer', file, joined(life)),
    ]
  })
}

const joined = (names: readonly string[]) => (names.length === 0 ? [] : [names.join(', ')])

/** Ignores the words after `update` in `for no key update of`, `for update skip locked` and `on conflict do update set`. */
function tablesWritten(code: string): string[] {
  const tables = Array.from(code.matchAll(written), ([, built, raw]) => built ?? raw!)
  return [...new Set(tables)].filter((table) => !['of', 'skip', 'set'].includes(table))
}

function fault(rule: Rule, file: string, what: readonly string[]): string[] {
  return what.map((part) => `${rule}: ${file} -> ${part}`)
}
