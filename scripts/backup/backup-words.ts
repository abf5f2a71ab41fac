import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '../../server/src/platform/backup/backup-folder.ts'
import { settingsFileOf } from '../../server/src/platform/config/settings-file.ts'

const numbers = new Intl.NumberFormat('en-US')

/** Summarizes what a backup contains. */
export function inWords({ tables, jobs, files }: Manifest): string {
  const rowsOf = (name: string) => numbers.format(tables.find((table) => table.name === name)?.rows ?? 0)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rowsOf('users')} people, ${rowsOf('schedules')} schedules, ${rowsOf('calls')} calls (${numbers.format(rows)} rows in all), ${numbers.format(jobs)} waiting jobs, ${numbers.format(files)} files`
}

/**
 * Backups hold neither secrets nor settings. With another secret, a restored product couldn't tell which numbers opted out
 * of calls; without its settings file it would be a trial with a pretend phone.
 */
export function whatARestoreNeeds(dataDir: string, env: NodeJS.ProcessEnv): string {
  const needed = env['SESSION_SECRET'] ? ['SESSION_SECRET'] : [path.join(dataDir, 'session-secret')]
  if (env['OPT_OUT_SECRET']) needed.push('OPT_OUT_SECRET')
  const settings = settingsFileOf({ DATA_DIR: dataDir })
  if (existsSync(settings)) needed.push(settings)
  const copies = needed.length === 1 ? 'a copy of it' : 'copies of them'
  return `A restore needs the same ${needed.join(' and ')}, which no backup holds: keep ${copies} elsewhere.`
}
