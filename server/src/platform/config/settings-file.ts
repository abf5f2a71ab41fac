import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefusedError } from '../process/start-and-stop.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where `npm run setup` keeps the settings. */
export const settingsFileOf = ({ DATA_DIR }: Environment): string => join(resolve(DATA_DIR || './data'), 'reveille.env')

/** With DATA_DIR/reveille.env for what it leaves unset: `npm run setup` writes it, for production. */
export function readEnvironment(env: Environment): NodeJS.ProcessEnv {
  const kept = readSettingsFile(settingsFileOf(env))
  if (kept === null) return { ...env }
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  return { NODE_ENV: 'production', ...kept, ...given }
}

export function readSettingsFile(file: string): Record<string, string> | null {
  try {
    return parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    const folder = dirname(file)
    throw new StartRefusedError(
      `${file} cannot be read (${code}): run this as the user that ${folder} belongs to, or give that folder and what's in it to the user ${process.getuid?.()} (chown -R).`,
    )
  }
}

/** Replaces the file at once. Only its owner may read it, since it holds passwords. */
export function writeSettingsFile(file: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, lines.join(''), { mode: 0o600 })
  renameSync(draft, file)
}

/** A value with a space, a quote or # needs quotes that it doesn't contain. */
function quoted(value: string): string {
  if (!/[\s#'"`]/.test(value)) return value
  const quote = ["'", '"', '`'].find((one) => !value.includes(one))
  if (quote === undefined) throw new StartRefusedError(`A setting can't have all three kinds of quotes: ${value}`)
  return `${quote}${value}${quote}`
}
