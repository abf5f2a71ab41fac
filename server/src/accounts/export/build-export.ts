import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  EXPORTS_A_DAY,
  EXPORTS_KEPT_MS,
  FORMER_EMAILS_KEPT_MS,
  NUMBER_CHANGES_KEPT_MS,
} from '@reveille/core/accounts/retention-times'
import { OPTION_NAMES } from '@reveille/core/preferences/preferences'
import { days } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { recordingFolder } from '../../calls/recordings/fetch-recordings.ts'
import { giveNotice } from '../../notices/give-notice.ts'
import { withPerson } from '../../people/with-person.ts'
import { type AskedFrom, noteAccountEvent } from '../../platform/audit/account-events.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { RETRIED_FOR_A_DAY, rowJob } from '../../platform/jobs/jobs.ts'
import { countStored, pay, storedAtMost, type UsedUp } from '../../platform/limits/budgets.ts'
import { type Budgets, daily } from '../../platform/limits/declare-budget.ts'
import type { Services } from '../../platform/services.ts'
import { PERSONAL_DATA, personKeys, type PersonKeys, readPersonalData } from './export-contents.sql.ts'
import {
  deleteExport,
  expiredExports,
  type Export,
  findExport,
  findLatestExport,
  insertExport,
  markExportReady,
} from './exports.sql.ts'

export const exportJob = rowJob('build-export', 'exportId', RETRIED_FOR_A_DAY)

/** Archives of personal data: building one is costly, and each is stored for a week. */
const archives: Budgets = (sizes) => [daily('archives-per-person', 'person', EXPORTS_A_DAY), ...storedAtMost(sizes)]

export const exportFolder = (userId: number): string => `exports/${userId}/`
export const exportKey = (userId: number, exportId: number): string => `${exportFolder(userId)}${exportId}.zip`

/** Builds and stores the archive, and notifies its owner; a retry overwrites it. */
export async function buildExport(services: Services, { exportId }: { exportId: number }): Promise<void> {
  const { db, clock, live } = services
  const wanted = await findExport(db, exportId, clock.now())
  if (wanted === null || wanted.readyAt !== null) return
  const { userId } = wanted
  const person = await personKeys(db, userId)
  if (person === null) return
  const sizeBytes = await store(services, person, exportKey(userId, exportId))
  await countStored(services, userId, sizeBytes)
  const kept = await inTransaction(db, async (tx) => {
    if (!(await markExportReady(tx, { id: exportId, sizeBytes, now: clock.now() }))) return false
    await giveNotice(services, tx, userId, { kind: 'export-ready', exportId })
    return true
  })
  if (kept) live.publish(userId, 'account')
  else await services.storage.delete(exportKey(userId, exportId)) // the account was deleted meanwhile
}

/** Uses a temporary file, because storage needs the size in advance. Returns the size. */
async function store({ db, clock, storage }: Services, person: PersonKeys, key: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-export-')) // only we can read it
  try {
    const path = join(folder, 'archive.zip')
    const now = clock.now()
    const archive = zipped(archiveFiles({ db, storage }, person, now), now)
    await pipeline(Readable.from(archive), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    await storage.putStream(key, { body: createReadStream(path), size }, 'application/zip')
    return size
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* archiveFiles(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  person: PersonKeys,
  now: Instant,
): AsyncGenerator<ArchiveFile> {
  yield textFile('README.txt', exportReadme(now))
  for (const { table, rows } of await readPersonalData(db, person)) {
    yield textFile(`data/${table}.json`, `${JSON.stringify(rows, null, 2)}\n`)
  }
  const folder = recordingFolder(person.userId)
  for await (const key of storage.list(folder)) {
    const sound = await storage.stream(key)
    if (sound !== null)
      yield { path: `recordings/call-${key.slice(folder.length)}`, content: sound.body, packed: false }
  }
}

function textFile(path: string, text: string): ArchiveFile {
  return { path, content: [Buffer.from(text)], packed: true }
}

/** Audio is stored, text compressed. */
type ArchiveFile = { path: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; packed: boolean }

/** Streams a ZIP archive with at most one chunk in memory. */
async function* zipped(files: AsyncIterable<ArchiveFile>, madeAt: Instant): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const taken = () => {
    const pieces = made
    made = []
    return pieces
  }
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    made.push(piece)
  })
  for await (const { path, content, packed } of files) {
    const entry = packed ? new ZipDeflate(path) : new ZipPassThrough(path)
    entry.mtime = madeAt
    zip.add(entry)
    for await (const bytes of content) {
      entry.push(bytes, false)
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}

const WHAT: Record<string, string> = {
  users: 'your account: name, how we say it, email, phone, second phone',
  personalizations: 'your goals, struggles and voice',
  former_emails: `email addresses you stopped using in the last ${days(FORMER_EMAILS_KEPT_MS)}`,
  number_changes: `changes to your wake-up number and second number in the last ${days(NUMBER_CHANGES_KEPT_MS)}`,
  consents: 'what you agreed to: the words, when and from where',
  opt_outs: 'what you told us to stop',
  sessions: "where you're signed in",
  known_browsers: 'when you last signed in with each browser',
  passkeys: 'your passkeys, without the secret, which never leaves your device',
  signal_people: 'when you started sharing your mornings with automations',
  signals: 'what we told automations about your mornings',
  tokens: 'tokens of programs that may read your calls',
  links: 'sign-in links made for you',
  one_time_codes: 'codes we sent you in the last day',
  schedules: 'your schedules; one with a cycle rings by it, not by weekdays',
  days_off: 'your days off',
  occurrences: 'each time a schedule was due to ring, and how it went',
  calls: 'each call, with the words prepared for it',
  call_events: 'the timeline of each call',
  carrier_recordings: 'recordings still at the phone company',
  notices: 'your notifications',
  exports: 'the archives you asked for',
  spending_stops: 'when we stopped calling you because of an unusual number of calls',
  account_events: 'your account activity, as your account page shows it',
}

function exportReadme(now: Instant): string {
  const held = Object.entries(PERSONAL_DATA).flatMap(([table, data]) => (data === null ? [] : [{ table, ...data }]))
  const files = held.map(({ table }) => `  data/${table}.json - ${WHAT[table] ?? table}`)
  const leftOut = held.flatMap(({ table, leftOut: columns = {} }) =>
    Object.entries(columns).map(([column, why]) => `  ${table}.${column}: ${why}`),
  )
  return [
    `Everything Reveille held about you on ${new Date(now).toISOString()}.`,
    'All times are UTC. Each file is JSON: a list of rows, one object each.',
    '',
    ...files,
    '  recordings/ - your recorded calls, named by call number',
    '',
    'Names in data/personalizations.json:',
    ...Object.entries(OPTION_NAMES).map(([option, name]) => `  ${option}: ${name}`),
    '',
    'Left out:',
    ...leftOut,
    '  the clips of your messages: data/calls.json has their words',
    '',
  ].join('\n')
}

const BATCH = 500

export async function removeExpiredExports({ db, storage }: Services, until: Instant): Promise<void> {
  for (const { id, userId } of await expiredExports(db, until, BATCH)) {
    await storage.delete(exportKey(userId, id))
    await deleteExport(db, id)
  }
}

type ExportRequested = { outcome: 'requested'; export: Export } | UsedUp

/** Requests an archive, unless one is being built. `from` is null when an operator does it for them. */
export async function requestExport(
  services: Services,
  userId: number,
  from: AskedFrom | null,
): Promise<ExportRequested> {
  const { db, clock, jobs } = services
  const now = clock.now()
  const latest = await findLatestExport(db, userId, now)
  if (latest !== null && latest.readyAt === null) return { outcome: 'requested', export: latest }
  const usedUp = await pay(services, archives, { keys: { person: String(userId) } })
  if (usedUp !== null) return usedUp
  const requested = await withPerson(services, userId, async (tx) => {
    const row = await insertExport(tx, { userId, now, expiresAt: now + EXPORTS_KEPT_MS })
    await noteAccountEvent(tx, { userId, now, from }, { kind: 'export-requested' })
    await jobs.enqueue(tx, exportJob, { exportId: row.id })
    return row
  })
  return { outcome: 'requested', export: requested }
}
