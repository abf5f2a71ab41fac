import type { PlantedBug, Suspect } from '../planted-bug.ts'

const backup = (title: string): Suspect => ({ project: 'integration', file: 'scripts/backup.test.ts', title })

const WHOLE = backup('brings back people, calls, recordings and jobs')
const WITNESS = backup('the carrier is asked what rang since')
const REFUSES = backup('refuses a database with anything in it')

/** Bugs in backup and restore: what is lost, what comes back, what rings twice. */
export const backupBugs: readonly PlantedBug[] = [
  {
    name: 'backup-without-files',
    bug: 'recordings are not in a backup',
    file: 'server/src/platform/backup/take-backup.ts',
    search: `['recordings', 'exports']`,
    replace: `['exports']`,
    caughtBy: WHOLE,
  },
  {
    name: 'sessions-come-back',
    bug: 'who was signed out since the backup is signed in again',
    file: 'server/src/platform/database/copy-tables.sql.ts',
    search: `new Set(['sessions', `,
    replace: 'new Set([',
    caughtBy: WHOLE,
  },
  {
    name: 'ids-given-twice',
    bug: 'an id that the lost installation gave belongs to somebody else',
    file: 'server/src/platform/database/copy-tables.sql.ts',
    search: 'IDS_LEFT_FREE = 1_000_000',
    replace: 'IDS_LEFT_FREE = 0',
    caughtBy: WHOLE,
  },
  {
    name: 'jobs-are-lost',
    bug: 'the clean-up after a deletion is forgotten by a restore',
    file: 'scripts/backup/resume-restored.ts',
    search: `  for (const { name, data } of jobs) await enqueueAgain(services, name, data)\n`,
    replace: '',
    caughtBy: REFUSES,
  },
  {
    name: 'not-in-doubt',
    bug: 'a restore rings what rang already',
    file: 'scripts/backup/resume-restored.ts',
    search: 'const doubts = await doubtPlanned(db, now)',
    replace: 'const doubts = 0 * (await doubtPlanned(db, takenAt))',
    caughtBy: WITNESS,
  },
  {
    name: 'gap-unplanned',
    bug: 'what was due between backup and restore is failed by the planner, though it rang',
    file: 'scripts/backup/resume-restored.ts',
    search: `  for (let at = takenAt; at < now; at += PLANNING_HORIZON_MS) await planOccurrences(standingAt(services, at))\n`,
    replace: '  await planOccurrences(standingAt(services, now))\n',
    caughtBy: WITNESS,
  },
  {
    name: 'damage-unseen',
    bug: 'a damaged backup is restored',
    file: 'server/src/platform/backup/backup-folder.ts',
    search: `(await sumOf(path.join(folder, name))) !== sum`,
    replace: `(await sumOf(path.join(folder, name))) === null`,
    caughtBy: REFUSES,
  },
  {
    name: 'another-secret',
    bug: 'numbers that want no calls are not recognised after a restore under another secret',
    file: 'server/src/platform/backup/restore-backup.ts',
    search: 'if (fingerprint(secret) !== manifest.secret)',
    replace: 'if (secret === manifest.secret)',
    caughtBy: REFUSES,
  },
  {
    name: 'half-a-restore-starts',
    bug: 'the product starts on half a restore',
    file: 'server/src/run.ts',
    search: `  await refuseUnfinishedRestore(services.db)\n`,
    replace: '',
    caughtBy: REFUSES,
  },
  {
    name: 'newest-deleted',
    bug: '--keep deletes the newest backups',
    file: 'server/src/platform/backup/backup-folder.ts',
    search: 'index < names.length - keep',
    replace: 'index >= keep',
    caughtBy: backup('--keep deletes the oldest'),
  },
]
