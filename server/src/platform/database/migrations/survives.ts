/**
 * During a rolling update, and after a rollback, the old version runs on tables that the new one has migrated. So a
 * migration keeps everything that the previous version reads and writes. Removal takes two steps: a version that no
 * longer uses it, then a migration that names the oldest version that works without it:
 * `0009-drop-nicknames-needs-0008`.
 */
export const NEEDS = /-needs-([0-9]{4})$/

/** Whether code whose newest migration is `newest` works on a database that `migration` has changed. */
export function survives(newest: string, migration: string): boolean {
  const [, needed] = NEEDS.exec(migration) ?? []
  return needed === undefined || newest.slice(0, 4) >= needed
}
