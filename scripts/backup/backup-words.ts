import type { Manifest } from '../../server/src/platform/backup/manifest.ts'

const numbers = new Intl.NumberFormat('en-US')

/** What is in a backup, in a few words. */
export function inWords({ tables, jobs, files }: Manifest): string {
  const rowsOf = (name: string) => numbers.format(tables.find((table) => table.name === name)?.rows ?? 0)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rowsOf('users')} people, ${rowsOf('schedules')} schedules, ${rowsOf('calls')} calls (${numbers.format(rows)} rows in all), ${numbers.format(jobs)} waiting jobs, ${numbers.format(files)} files`
}
