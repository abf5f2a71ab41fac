import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Account, DataExport } from '@reveille/contract/accounts'
import { faults } from '@reveille/exchange/testing/handset'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { codeIn, signUp, verifyPhone, visitor, type Visitor } from '../../test/harness/app/visitor.ts'
import { dumpDatabase } from '../../test/harness/database/dump-database.ts'
import { seedAnswered } from '../../test/harness/database/seed-occurrences.ts'
import { callsOfLine } from '../calls/forget-line-calls.ts'
import { deleteForOperator } from './delete-account.ts'
import { PERSONAL_DATA } from './export/export-contents.sql.ts'

const EVENING = '2027-01-14T20:00:00+01:00'
const DAILY = {
  wakeupTime: '06:30',
  timezone: 'Europe/Berlin',
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
}
const LONGEST_TEST_MS = 120_000

async function startApp(): Promise<{ app: TestApp; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-leaving-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return {
    folder,
    app: await startTestApp({ now: EVENING, settings: { STORAGE_URL: `file:${folder}` } }),
  }
}

/** Every file below a folder, or none when the folder doesn't exist. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Personal files: all but shared clips. Checks that no shared clip holds the person's words. */
async function personalFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const everybodys = (file: string) => /^speech\/(shared|preview|in-use)\//.test(relative(folder, file))
  for (const file of files.filter(everybodys)) expect((await readFile(file)).includes('canary')).toBe(false)
  return files.filter((file) => !everybodys(file))
}

type Person = { browser: Visitor; userId: number; email: string; phone: string }

/** Signs somebody up through the product, with a recognizable word in every field. */
async function signUpFully(app: TestApp, { email, phone }: { email: string; phone: string }): Promise<Person> {
  const browser = visitor(app)
  await signUp(app, browser, email, 'Canaryname Sleeper')
  await verifyPhone(app, browser, phone)
  const preferences = {
    goals: ['other'],
    otherGoal: 'canarygoal',
    goalDescription: '=cmd|canarydescription',
    struggles: ['snooze'],
    voice: 'lily',
  }
  await browser.post('/api/user/personalization', preferences)
  await browser.send('PUT', '/api/account/consents', { recording: true })
  await browser.post('/api/schedule', DAILY)
  const { body } = await browser.get<{ user: { id: number } }>('/api/auth/check')
  return { browser, userId: body.user.id, email, phone }
}

async function takeCall(app: TestApp, number: string): Promise<void> {
  const phone = await app.phone(number)
  await app.clock.advance({ hours: 10, minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 1 })
}

async function accountCode(app: TestApp, { browser, email }: Person, purpose: 'proof' | 'deletion'): Promise<string> {
  await browser.post('/api/account/code', { purpose })
  const what = purpose === 'proof' ? "confirm it's you" : 'delete your account'
  for (;;) {
    const { subject } = await app.mailbox.expectMail(email)
    if (subject.endsWith(what)) return codeIn(subject)
  }
}

async function prove(app: TestApp, person: Person): Promise<void> {
  await person.browser.post('/api/account/code/verify', { otp: await accountCode(app, person, 'proof') })
}

async function leave(app: TestApp, person: Person): Promise<void> {
  const otp = await accountCode(app, person, 'deletion')
  const { status, body } = await person.browser.send('DELETE', '/api/account', { word: 'DELETE', otp })
  if (status !== 200) throw new Error(`the account was not deleted: ${body.message}`)
}

/** Requests an archive and opens it. */
async function downloadArchive(app: TestApp, { browser }: Person): Promise<Record<string, Uint8Array>> {
  const { body } = await browser.post<DataExport>('/api/account/export')
  await app.clock.advance({ seconds: 1 })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${app.url}/api/account/export/${body.id}`, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`no archive: ${answer.status}`)
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

async function allRows({ services }: TestApp, table: string): Promise<Record<string, unknown>[]> {
  const query = sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} as t`
  return (await query.execute(services.db)).rows.map(({ row }) => row)
}

const rowsIn = (archive: Record<string, Uint8Array>, table: string): Record<string, unknown>[] =>
  JSON.parse(Buffer.from(archive[`data/${table}.json`]!).toString()) as Record<string, unknown>[]

test('ACCT-2 S45 every table is in the export or holds nothing personal', async () => {
  const { app } = await startApp()
  await using _ = app
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
  `.execute(app.services.db)
  const tables = new Set(columns.map(({ table }) => table))
  expect([...tables].toSorted()).toEqual(Object.keys(PERSONAL_DATA).toSorted())
  for (const { table, column } of columns) {
    if (!['user_id', 'phone', 'email', 'address', 'call_id'].includes(column)) continue
    expect(PERSONAL_DATA, `${table} has ${column}`).not.toHaveProperty(table, null)
  }
})

test("ACCT-2 S45 an archive holds every row and recording of the person, and nobody else's data", async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'canary@example.com', phone: '+4915123450011' })
  await verifyPhone(app, person.browser, '+4915123450031', 'second')
  await takeCall(app, person.phone)
  const other = await app.person({ name: 'Somebody Else', email: 'elsewhere@example.com' })
  await seedAnswered(app.services.db, other.userId, 5)

  expect((await person.browser.post('/api/account/export')).body).toMatchObject({ freshCodeRequired: true })
  await person.browser.post('/api/schedule/1/toggle') // causes a notice
  await prove(app, person)
  const archive = await downloadArchive(app, person)
  const text = Object.values(archive)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n')
  const numbers = ['+4915123450011', '+4915123450031']
  for (const word of ['Canaryname', 'canarygoal', '=cmd|canarydescription', 'canary@example.com', ...numbers])
    expect(text).toContain(word)
  expect(text).not.toContain('elsewhere@example.com')
  expect(text).not.toMatch(/data\/(\w+)\.json - \1\n/) // the README has words for each file
  expect(Object.keys(archive).filter((name) => name.startsWith('recordings/'))).toHaveLength(1)
  for (const [table, held] of Object.entries(PERSONAL_DATA)) {
    if (held === null) continue
    const stored = await allRows(app, table)
    // The archive's own ready and downloaded events came after it was built.
    const isLater = (kind: unknown) => kind === 'export-ready' || kind === 'export-downloaded'
    const theirs = stored.filter(({ user_id, kind }) => user_id === person.userId && !isLater(kind))
    const taken = rowsIn(archive, table)
    if (theirs.length > 0) expect({ table, rows: taken.length }).toEqual({ table, rows: theirs.length })
    const leftOut = Object.keys(held.leftOut ?? {})
    const columns = Object.keys(stored[0] ?? {}).filter((column) => !leftOut.includes(column))
    for (const row of taken) expect({ table, columns: Object.keys(row) }).toEqual({ table, columns })
  }
  expect(rowsIn(archive, 'calls')).toHaveLength(1)
  expect(rowsIn(archive, 'consents').map(({ kind }) => kind)).toEqual([
    'terms',
    'calls-and-texts',
    'recording',
    'calls-and-texts',
  ])
  const subjects = (await app.mailbox.mails(person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your data is ready to download')
})

test('ACCT-2 S24 S45 only the owner downloads an archive, after a fresh code, for 7 days, and 3 times a day', async () => {
  const { app, folder } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'owner@example.com', phone: '+4915123450012' })
  await downloadArchive(app, person)
  const { latestExport } = (await person.browser.get<Account>('/api/account')).body
  const path = `/api/account/export/${latestExport?.id}`
  expect(latestExport).toMatchObject({ readyAt: expect.any(String), sizeBytes: expect.any(Number) })
  expect((await (await app.person()).get(path)).status).toBe(404)
  expect((await fetch(app.url + path)).status).toBe(401)
  for (let more = 0; more < 2; more++) await downloadArchive(app, person)
  const fourth = await person.browser.post<{ message: string }>('/api/account/export')
  expect([fourth.status, fourth.body.message]).toEqual([429, 'Too many requests. Please try again in 5 hours.'])

  await app.clock.advance({ minutes: 15 })
  for (const asked of [await person.browser.get(path), await person.browser.post(`${path}/download`)])
    expect(asked).toMatchObject({ status: 403, body: { reason: 'fresh-code-required' } })
  await prove(app, person)
  expect((await person.browser.post(`${path}/download`)).status).toBe(200)
  expect((await (await app.person()).post(`${path}/download`)).status).toBe(404)

  await person.browser.post('/api/schedule/1/toggle')
  await app.clock.advance({ hours: 7 * 24 })
  expect((await filesIn(folder)).filter((name) => name.endsWith('.zip'))).toEqual([])
  expect(await app.services.db.selectFrom('exports').selectAll().execute()).toEqual([])
})

test(
  'ACCT-3 S44 after 1,000 calls the export is complete, and deletion leaves nothing in any table or folder',
  { timeout: LONGEST_TEST_MS },
  async () => {
    const { app, folder } = await startApp()
    await using _ = app
    const person = await signUpFully(app, { email: 'canary@example.com', phone: '+4915123450013' })
    const second = '+4915123450032'
    await verifyPhone(app, person.browser, second, 'second')
    await takeCall(app, person.phone)
    await seedAnswered(app.services.db, person.userId, 999)
    await prove(app, person)
    const archive = await downloadArchive(app, person)
    expect(rowsIn(archive, 'calls')).toHaveLength(1000)
    expect(rowsIn(archive, 'call_events').length).toBeGreaterThan(999)
    expect((await personalFilesIn(folder)).length).toBeGreaterThan(1) // a recording, the archive, spoken words

    const elsewhere = visitor(app)
    for (const [name, value] of person.browser.cookies) elsewhere.cookies.set(name, value)
    await leave(app, person)
    await app.clock.advance({ minutes: 1 })
    const dump = await dumpDatabase(app.services.db)
    for (const word of ['canary', 'Canary', person.phone.slice(1), second.slice(1)]) expect(dump).not.toContain(word)
    const tables = ['users', 'calls', 'call_events', 'occurrences', 'schedules', 'notices', 'sessions', 'consents']
    const left = await Promise.all(tables.map(async (table) => ({ table, rows: await allRows(app, table) })))
    expect(left).toEqual(tables.map((table) => ({ table, rows: [] })))
    expect(await personalFilesIn(folder)).toEqual([])
    expect((await elsewhere.get('/api/account')).status).toBe(401)
    expect((await app.mailbox.mails(person.email)).at(-1)?.subject).toBe('Your Reveille account was deleted')

    const again = await signUpFully(app, { email: 'canary@example.com', phone: '+4915123450013' })
    const after = await downloadArchive(app, again)
    expect(rowsIn(after, 'calls')).toEqual([])
    expect(rowsIn(after, 'users')[0]?.['id']).not.toBe(person.userId)
  },
)

test('ACCT-3 deleting an account takes both the typed word and a fresh code', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'stays@example.com', phone: '+4915123450014' })
  const otp = await accountCode(app, person, 'deletion')
  const refused = [
    { word: 'DELETE', otp: '000000' },
    { word: 'delete it', otp },
    { word: '', otp },
    { otp },
    { word: 'DELETE' },
  ]
  for (const body of refused) expect((await person.browser.send('DELETE', '/api/account', body)).status).toBe(400)
  const proof = await accountCode(app, person, 'proof') // for another purpose
  expect((await person.browser.send('DELETE', '/api/account', { word: 'DELETE', otp: proof })).status).toBe(400)
  expect((await person.browser.get('/api/account')).status).toBe(200)
})

/** Deletes the account this many seconds before its call, and returns the phone that would ring. */
async function leaveBeforeCall(app: TestApp, person: Parameters<typeof signUpFully>[1], seconds: number) {
  const moved = await signUpFully(app, person)
  const phone = await app.phone(moved.phone)
  await app.clock.advance({ hours: 10, minutes: 30, seconds: -seconds })
  await leave(app, moved)
  return phone
}

test('S46 ACCT-3 an account deleted one second before its call does not ring', async () => {
  const { app } = await startApp()
  await using _ = app
  const phone = await leaveBeforeCall(app, { email: 'gone@example.com', phone: '+4915123450015' }, 1)
  await app.clock.advance({ hours: 48 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test('S46 deleting an account while its call is being placed makes the carrier end the call', async () => {
  const { app } = await startApp()
  await using _ = app
  const phone = await leaveBeforeCall(app, { email: 'leaving@example.com', phone: '+4915123450029' }, 0.2)
  const coming = phone.expectCall()
  await app.clock.advance({ seconds: 10 })
  expect(await (await coming).status()).toBe('canceled')
})

test('S46 a phone that still rings because nobody knew of its call hears nothing once the account is deleted', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'doubt@example.com', phone: '+4915123450033' })
  const phone = await app.phone(person.phone)
  await app.clock.advance({ hours: 10, minutes: 29, seconds: 30 })
  await faults(app.sandbox.url).add({ fault: 'status-jump' }) // no callback says that it rings
  await faults(app.sandbox.url).add({ fault: 'accept-then-reset' })
  const coming = phone.expectCall()
  await app.clock.advance({ seconds: 31 })
  const { phase } = (await person.browser.get<{ phase: string }[]>('/api/call/history')).body[0]!
  expect(phase).toBe('in-doubt')
  await leave(app, person)
  const call = await coming
  await call.pickUp()
  await app.clock.advance({ seconds: 30 })
  expect(await call.status()).toBe('completed')
  expect(await call.heard()).toEqual([])
})

test('ACCT-2 S45 an archive that is requested while the call rings holds the call as it stands', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'ringing@example.com', phone: '+4915123450034' })
  const phone = await app.phone(person.phone)
  await app.clock.advance({ hours: 10, minutes: 30 })
  const call = await phone.expectCall()
  await prove(app, person)
  const archive = await downloadArchive(app, person)
  expect(rowsIn(archive, 'calls')).toMatchObject([{ stage: 'placed', status: 'pending' }])
  expect(rowsIn(archive, 'call_events').map(({ kind }) => kind)).toContain('ringing')
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 1 })
  expect((await person.browser.get('/api/call/history')).body).toMatchObject([{ status: 'completed' }])
})

test('S44 a recording the carrier fails to delete is deleted later, after its account is gone', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'later@example.com', phone: '+4915123450017' })
  // The carrier has it but serves it to nobody, so it's still there when the account goes.
  await faults(app.sandbox.url).add({ fault: 'recording-media-missing', times: null })
  await takeCall(app, person.phone)
  expect(await app.services.db.selectFrom('carrier_recordings').selectAll().execute()).toHaveLength(1)
  await leave(app, person)
  await faults(app.sandbox.url).outage(3_000) // long enough on a very busy machine
  await app.clock.advance({ seconds: 1 })
  const left = await app.services.db.selectFrom('carrier_recordings').select('call_id').execute()
  expect(left).toEqual([{ call_id: null }])
  await carrierIsBack(app)
  await app.clock.advance({ minutes: 5 })
  expect(await app.services.db.selectFrom('carrier_recordings').selectAll().execute()).toEqual([])
  const log = await app.carrierLog()
  expect(log.filter(({ kind }) => kind === 'recording-deleted')).toHaveLength(1)
})

/** An outage ends on the carrier's own clock, so poll until it answers. */
async function carrierIsBack(app: TestApp): Promise<void> {
  while (!(await app.carrierLog().catch(() => null))) continue
}

test('S38 CALL-7 CALL-9 what a number stopped stays stopped after its account is deleted, with only a fingerprint kept', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'stopped@example.com', phone: '+4915123450018' })
  const phone = await app.phone(person.phone)
  await person.browser.send('PUT', '/api/account/consents', { calls: false })
  await leave(app, person)
  expect(await dumpDatabase(app.services.db)).not.toContain(person.phone.slice(1))

  const again = await signUpFully(app, { email: 'again@example.com', phone: person.phone })
  expect((await again.browser.get<Account>('/api/account')).body.calls.stopped).toBe(true)
  expect((await again.browser.post('/api/schedule', { ...DAILY, wakeupTime: '06:45' })).status).toBe(403)

  await phone.text('STOP')
  await leave(app, again)
  const third = visitor(app)
  await signUp(app, third, 'third@example.com')
  await expect(verifyPhone(app, third, person.phone)).rejects.toThrow('This number has opted out of our texts')
})

test('ACCT-3 S38 a number given up before the account is deleted leaves a fingerprint of its stop, unless it is somebody else’s now', async () => {
  const { app } = await startApp()
  await using _ = app
  const given = '+4915123450040'
  const stopAndChange = async (email: string, phone: string) => {
    const person = await signUpFully(app, { email, phone })
    await person.browser.send('PUT', '/api/account/consents', { calls: false })
    await verifyPhone(app, person.browser, `${phone.slice(0, -1)}9`)
    await (await app.phone(phone)).expectText() // that its owner has another number now
    return person
  }
  const leaving = await stopAndChange('moved@example.com', given)
  await leave(app, leaving)
  expect(await dumpDatabase(app.services.db)).not.toContain(given.slice(1))

  const stops = ({ browser }: Person) => browser.get<Account>('/api/account').then(({ body }) => body.calls.stopped)
  const next = await stopAndChange('next@example.com', '+4915123450050')
  const heir = await signUpFully(app, { email: 'heir@example.com', phone: '+4915123450050' })
  await leave(app, next)
  expect(await stops(heir)).toBe(true)
  expect(await stops(await signUpFully(app, { email: 'again@example.com', phone: given }))).toBe(true)
})

test('S38 S53 a stop survives a change of SESSION_SECRET when OPT_OUT_SECRET keeps the old value', async () => {
  const { app } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'rotated@example.com', phone: '+4915123450019' })
  await person.browser.send('PUT', '/api/account/consents', { calls: false })
  await leave(app, person)
  const former = app.services.config.sessionSecret
  await app.restart({ SESSION_SECRET: 'a secret of the following year, long enough', OPT_OUT_SECRET: former })
  expect(app.services.config.sessionSecret).not.toBe(former)
  const again = await signUpFully(app, { email: 'again@example.com', phone: person.phone })
  expect((await again.browser.get<Account>('/api/account')).body.calls.stopped).toBe(true)
})

test('LINE-9 ACCT-3 with a telephone line of its own, what the exchange keeps about the numbers of a deleted account is deleted', async () => {
  const { app } = await startApp()
  await using _ = app
  Object.assign(app.services.config, { line: { linesAtOnce: 2 } })
  const people = []
  for (const _person of ['leaves', 'stays']) {
    const person = await app.person()
    const phone = await app.phone(person.phone)
    await person.schedule({ ...DAILY, callRetry: false })
    await phone.call()
    people.push({ person, phone })
  }
  await app.clock.advance({ hours: 10, minutes: 30, seconds: 1 })
  for (const { phone } of people) await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 1 })
  const kept = async () => (await callsOfLine(app.services.config.carrier)).flatMap(({ from, to }) => [from, to])
  const [leaving, staying] = people.map(({ person }) => person.phone)
  expect(await kept()).toEqual(expect.arrayContaining([leaving, staying]))

  const users = app.services.db.selectFrom('users').select('id').where('phone', '=', leaving!)
  const { id: userId } = await users.executeTakeFirstOrThrow()
  expect(await deleteForOperator(app.services, userId)).toMatchObject({ outcome: 'deleted' })
  await app.clock.advance({ minutes: 1 })
  expect((await kept()).filter((number) => number === leaving)).toEqual([])
  expect((await kept()).filter((number) => number === staying)).toHaveLength(2)
})

test('S46 S44 deleting an account during its recorded call ends the call and deletes the recording', async () => {
  const { app, folder } = await startApp()
  await using _ = app
  const person = await signUpFully(app, { email: 'midcall@example.com', phone: '+4915123450016' })
  const phone = await app.phone(person.phone)
  await app.clock.advance({ hours: 10, minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await app.clock.advance({ seconds: 2 })
  await leave(app, person)
  await app.clock.advance({ seconds: 2 })
  expect(await call.status()).toBe('completed')
  await app.clock.advance({ minutes: 10 })
  const log = await app.carrierLog()
  const recordings = log.map(({ kind }) => kind).filter((kind) => kind.startsWith('recording'))
  expect(recordings).toEqual(['recording', 'recording-deleted'])
  expect(await app.services.db.selectFrom('carrier_recordings').selectAll().execute()).toEqual([])
  expect((await filesIn(folder)).filter((name) => /^\d+\.wav$/.test(name))).toEqual([])
})
