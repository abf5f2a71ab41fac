import type { People, Person as Shown, Setup } from '@reveille/contract/people'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import {
  browserOf,
  codeIn,
  mailedCode,
  signUp,
  turnCallsOn,
  verifyPhone,
  visitor,
} from '../../test/harness/app/visitor.ts'
import { startRefusingMailServer } from '../../test/harness/outside/refusing-mail-server.ts'
import { deleteForOperator } from '../accounts/delete-account.ts'
import { nameOwner } from './acts.ts'
import { blockPerson, pausePerson, unblockPerson } from './people.ts'

/** A Friday. */
const NOW = '2027-01-15T06:00:00Z'
const DAILY = { wakeupTime: '07:00', timezone: 'UTC' }

/** A product with an owner, and Mara, who gets up at seven. */
async function withOwner(settings: Record<string, string> = {}) {
  const app = await startTestApp({ now: NOW, settings })
  const owner = await app.person({ email: 'owner@example.com', name: 'Olga Owner', phone: '+4915555990001' })
  await nameOwner(app.services, 'owner@example.com')
  const mara = await app.person({ email: 'mara@example.com', name: 'Mara Sleeper', phone: '+4915555990002' })
  await mara.schedule(DAILY)
  return { app, owner, mara, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const look = async (owner: Person, page = 1) => (await owner.get<People>(`/api/people?page=${page}`)).body
const shown = async (owner: Person, { userId }: { userId: number }): Promise<Shown> =>
  (await look(owner)).people.find(({ id }) => id === userId)!
const act = (owner: Person, { userId }: { userId: number }, what: string, name?: string) =>
  owner.post<{ reason?: string; message: string }>(`/api/people/${userId}`, { act: what, name })
const activity = async (person: Person) =>
  (await person.get<{ what: string }[]>('/api/account/activity')).body.map(({ what }) => what)
const titles = async (person: Person) =>
  (await person.get<{ notices: { title: string; text: string }[] }>('/api/notices')).body.notices

test('OWNER-7 S89 to everybody but an owner, People and all that belongs to it don’t exist', async () => {
  await using started = await withOwner()
  const { app, mara, owner } = started
  const invitation = await owner.post<{ url: string }>('/api/people/invitations', {})
  expect(invitation.status).toBe(200)
  const unknown = (await mara.get('/api/nowhere')).body
  const tries: [method: 'GET' | 'POST' | 'DELETE', path: string, body?: object][] = [
    ['GET', '/api/people'],
    ['POST', '/api/people/invitations', {}],
    ['DELETE', '/api/people/invitations/1'],
    ['POST', `/api/people/${owner.userId}`, { act: 'block' }],
    ['POST', `/api/people/${owner.userId}`, { act: 'link' }],
    ['POST', '/api/people/setup', {}],
  ]
  for (const [method, path, body] of tries) {
    const asMara = method === 'GET' ? await mara.get(path) : await mara.send(method, path, body ?? {})
    expect([path, asMara.status]).toEqual([path, 404])
    expect(asMara.body).toEqual({ ...(unknown as object), requestId: expect.any(String) })
    const asVisitor = method === 'GET' ? visitor(app).get(path) : visitor(app).post(path, body ?? {})
    expect([path, (await asVisitor).status]).toEqual([path, 404])
  }
  expect((await look(owner)).invitations).toHaveLength(1)
})

test('OWNER-8 S89 the list says who is set for tomorrow and why not, and nothing of what people wrote', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  const own = { goals: ['other'], otherGoal: 'secret goal', goalDescription: 'secret words', struggles: ['snooze'] }
  expect((await mara.post('/api/user/personalization', { ...own, voice: 'bill' })).status).toBe(200)
  const [schedule] = (await mara.get<{ id: number }[]>('/api/schedule')).body
  await mara.send('PUT', `/api/schedule/${schedule!.id}/note`, { note: 'secret note' })
  const fresh = await app.person({ phoneVerified: false })
  const idle = await app.person()
  const off = await app.person()
  await off.schedule(DAILY)
  await off.post('/api/days-off', { from: '2027-01-16', to: '2027-01-17' })
  const weekdays = await app.person()
  await weekdays.schedule({ ...DAILY, weekdays: ['mon'] })
  const stopped = await app.person()
  await stopped.schedule(DAILY)
  await stopped.send('PUT', '/api/account/consents', { calls: false })
  const list = await look(owner)
  expect(JSON.stringify(list)).not.toContain('secret')
  expect(list).toMatchObject({ total: 7, set: 1 })
  const tomorrow = new Map(list.people.map((person) => [person.id, person.tomorrow]))
  expect([owner, mara, fresh, idle, off, weekdays, stopped].map(({ userId }) => tomorrow.get(userId))).toEqual([
    { whyNot: 'No schedule' },
    { time: '07:00', timezone: 'UTC' },
    { whyNot: 'No verified number' },
    { whyNot: 'No schedule' },
    { whyNot: 'Skipped, or a day off' },
    { whyNot: 'No call on that day' },
    { whyNot: 'They turned calls off' },
  ])
})

test('OWNER-8 CARRIER-1 an owner reads in the page what check-setup says, and what to do about it', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const look = async () => (await owner.post<Setup>('/api/people/setup')).body
  const found = new Map((await look()).map((finding) => [finding.what, finding]))
  expect(found.get('Mail server')).toMatchObject({ state: 'right', todo: null })
  expect(found.get('Storage')).toMatchObject({ state: 'right' })
  expect(found.get('Backup')).toMatchObject({ state: 'hint', todo: expect.stringContaining('npm run backup') })
  app.services.mailer.greet = () => Promise.reject(new Error('the log-in is refused'))
  expect(await look()).toContainEqual({
    what: 'Mail server',
    state: 'wrong',
    says: 'the log-in is refused',
    todo: expect.stringContaining('MAIL_URL'),
  })
})

test('OWNER-8 tomorrow is the sleeper’s own: at 23:59 in the west and at 00:01 in the east', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const west = await app.person()
  await west.schedule({ wakeupTime: '23:59', timezone: 'Pacific/Pago_Pago', weekdays: ['fri'] }) // Thursday evening there
  const east = await app.person()
  await east.schedule({ wakeupTime: '00:01', timezone: 'Pacific/Kiritimati', weekdays: ['sat'] }) // Friday evening there
  const never = await app.person()
  await never.schedule({ wakeupTime: '23:59', timezone: 'Pacific/Pago_Pago', weekdays: ['sat'] })
  expect((await shown(owner, west)).tomorrow).toEqual({ time: '23:59', timezone: 'Pacific/Pago_Pago' })
  expect((await shown(owner, east)).tomorrow).toEqual({ time: '00:01', timezone: 'Pacific/Kiritimati' })
  expect((await shown(owner, never)).tomorrow).toEqual({ whyNot: 'No call on that day' })
})

test('OWNER-8 the list has the last morning in words and the month’s cost, and explains a morning on request', async () => {
  await using started = await withOwner({ PRICE_CALL_MINUTE: '0.25' })
  const { app, owner, mara } = started
  const phone = await app.phone(mara.phone)
  await app.clock.advance({ minutes: 60 })
  const call = await phone.expectCall()
  await call.pickUp()
  await app.clock.advance({ seconds: 20 })
  await call.press('1')
  await app.clock.advance({ minutes: 1 })
  const { lastMorning, cost } = await shown(owner, mara)
  expect(lastMorning).toMatchObject({ date: '2027-01-15', words: expect.stringMatching(/^Answered: /) })
  expect(cost).toBe(0.25)
  const { lines } = (await owner.post<{ lines: string[] }>(`/api/people/${mara.userId}`, { act: 'why' })).body
  expect(lines.join('\n')).toMatch(/Answered/)
  expect(await activity(mara)).toContain('An owner looked into your calls')
  expect(await activity(owner)).toContain("Looked into someone's calls")
})

test('OWNER-9 an owner pauses calls and resumes them as they were, but never a stop by the person', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  expect((await act(owner, mara, 'pause')).status).toBe(200)
  expect(await shown(owner, mara)).toMatchObject({ isPaused: true, tomorrow: { whyNot: 'You paused their calls' } })
  expect(JSON.stringify(await titles(mara))).toContain('An owner of this Reveille paused your calls.')
  await app.clock.advance({ hours: 2 }) // nothing rings
  expect((await act(owner, mara, 'resume')).status).toBe(200)
  expect((await shown(owner, mara)).tomorrow).toEqual({ time: '07:00', timezone: 'UTC' })
  expect(await activity(mara)).toEqual(
    expect.arrayContaining(['An owner paused your calls', 'An owner resumed your calls']),
  )
  expect(await activity(owner)).toEqual(expect.arrayContaining(["Paused someone's calls", "Resumed someone's calls"]))

  await act(owner, mara, 'pause')
  expect((await turnCallsOn(app, mara)).status).toBe(200)
  await app.clock.advance({ minutes: 1 })
  await mara.send('PUT', '/api/account/consents', { calls: false })
  expect((await shown(owner, mara)).isPaused).toBe(false)
  expect((await act(owner, mara, 'resume')).body).toMatchObject({ reason: 'changed-elsewhere' })
  expect((await act(owner, mara, 'pause')).body).toMatchObject({ reason: 'changed-elsewhere' })
})

test("OWNER-9 an owner resumes calls also where time passes between the pause and its record in the person's activity", async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  let passedMs = 0
  const clock = { ...app.services.clock, now: () => app.clock.now() + passedMs++ }
  const actor = { ownerId: owner.userId, from: { ip: '198.51.100.7', browser: '' } }
  expect(await pausePerson({ ...app.services, clock }, actor, mara.userId)).toBe('done')
  expect(await shown(owner, mara)).toMatchObject({ isPaused: true, tomorrow: { whyNot: 'You paused their calls' } })
  expect((await act(owner, mara, 'resume')).status).toBe(200)
  expect((await shown(owner, mara)).tomorrow).toEqual({ time: '07:00', timezone: 'UTC' })
})

test('OWNER-9 PHONE-11 S72 once a paused person lost their number, an owner resumes no calls of whoever has it now', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  expect((await act(owner, mara, 'pause')).status).toBe(200)
  const holder = await app.person()
  await verifyPhone(app, browserOf(app, holder), mara.phone)
  await (await app.phone(holder.phone)).expectText() // that the number was changed
  expect((await shown(owner, mara)).isPaused).toBe(false)
  expect((await act(owner, mara, 'resume')).body).toMatchObject({ reason: 'changed-elsewhere' })
  expect((await holder.get('/api/account')).body).toMatchObject({ phone: mara.phone, calls: { stopped: true } })
})

test('OWNER-9 S89 a blocked person is signed out, gets no call, and signs in only once unblocked', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  expect((await act(owner, mara, 'block')).status).toBe(200)
  expect((await mara.get('/api/account')).status).toBe(401)
  expect(await shown(owner, mara)).toMatchObject({ isBlocked: true, tomorrow: { whyNot: 'Blocked' } })
  await app.clock.advance({ hours: 2 }) // nothing rings
  const browser = visitor(app)
  const otp = await mailedCode(app, browser, 'mara@example.com')
  const refused = await browser.post('/api/auth/login', { email: 'mara@example.com', otp })
  expect(refused.body).toMatchObject({
    reason: 'forbidden',
    message: 'An owner of this Reveille has blocked this account.',
  })
  expect((await act(owner, mara, 'unblock')).status).toBe(200)
  await app.clock.advance({ minutes: 1 })
  const next = await mailedCode(app, browser, 'mara@example.com')
  expect((await browser.post('/api/auth/login', { email: 'mara@example.com', otp: next })).status).toBe(200)
  expect((await act(owner, owner, 'block')).body).toMatchObject({ reason: 'changed-elsewhere' })
})

test('OWNER-9 S89 removing somebody takes their name, deletes everything and tells them', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  expect((await act(owner, mara, 'remove', 'Mara')).body).toMatchObject({ reason: 'changed-elsewhere' })
  expect((await act(owner, mara, 'remove', 'Mara Sleeper')).status).toBe(200)
  expect((await app.mailbox.expectMail('mara@example.com')).subject).toBe('Your Reveille account was deleted')
  expect((await mara.get('/api/account')).status).toBe(401)
  expect((await look(owner)).people.map(({ id }) => id)).toEqual([owner.userId])
  expect((await act(owner, owner, 'remove', 'Olga Owner')).status).toBe(404)
  expect(await activity(owner)).toContain('Removed an account')
})

test('OWNER-9 S89 after a day, an owner proves who they are before they block, remove or name an owner', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  await act(owner, mara, 'pause')
  await app.clock.advance({ hours: 25 })
  for (const what of ['block', 'remove', 'make-owner'])
    expect((await act(owner, mara, what, 'Mara Sleeper')).body).toMatchObject({ reason: 'fresh-code-required' })
  expect((await act(owner, mara, 'resume')).status).toBe(200) // an old session may still do this
  const browser = browserOf(app, owner)
  await browser.post('/api/account/code', { purpose: 'proof' })
  const otp = codeIn((await app.mailbox.expectMail('owner@example.com')).subject)
  expect((await browser.post('/api/account/code/verify', { otp })).status).toBe(200)
  expect((await act(owner, mara, 'make-owner')).status).toBe(200)
  expect((await mara.get('/api/people')).status).toBe(200)
  expect(await activity(mara)).toContain('Became an owner of this Reveille')
  expect(await activity(owner)).toContain('Made someone an owner')
})

test('OWNER-10 an invitation is listed until it’s used or withdrawn, and can be mailed', async () => {
  await using started = await withOwner({ SIGN_UP: 'invited' })
  const { app, owner } = started
  const invited = await owner.post<{ url: string; mailed: boolean }>('/api/people/invitations', {
    name: 'Theo',
    email: 'theo@example.com',
  })
  const { text } = await app.mailbox.expectMail('theo@example.com')
  expect(text).toContain(invited.body.url)
  expect((await look(owner)).invitations).toMatchObject([{ name: 'Theo' }])
  const link = invited.body.url.split('#')[1]!
  const browser = visitor(app)
  expect((await browser.post('/api/auth/link', { link })).body).toEqual({
    kind: 'invitation',
    name: 'Theo',
    by: 'Olga Owner',
    takes: [],
  })
  await browser.post('/api/auth/request-email-otp', { email: 'theo@example.com', link })
  const otp = codeIn((await app.mailbox.expectMail('theo@example.com')).subject)
  const body = { email: 'theo@example.com', otp, name: 'Theo', link }
  expect((await browser.post('/api/auth/verify-email-otp', body)).status).toBe(200)
  expect((await look(owner)).invitations).toEqual([])

  await owner.post('/api/people/invitations', {})
  const { id } = (await look(owner)).invitations[0]!
  expect((await owner.delete(`/api/people/invitations/${id}`)).status).toBe(200)
  expect((await owner.delete(`/api/people/invitations/${id}`)).status).toBe(404)
  expect(await activity(owner)).toEqual(expect.arrayContaining(['Invited someone', 'Withdrew an invitation']))
})

test('OWNER-8 fifty people make a page', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const at = new Date(NOW)
  const more = Array.from({ length: 50 }, (_one, n) => ({ email: `p${n}@example.com`, name: `P ${n}`, phone: null }))
  await app.services.db
    .insertInto('users')
    .values(more.map((one) => ({ ...one, created_at: at, updated_at: at })))
    .execute()
  const [first, second] = [await look(owner), await look(owner, 2)]
  expect([first.people.length, second.people.length, second.total]).toEqual([50, 2, 52])
  await signUp(app, visitor(app), 'newest@example.com')
  expect((await look(owner, 2)).people.at(-1)?.email).toBe('newest@example.com')
})

test('OWNER-10 an invitation whose email the mail server refuses still works, for the owner to pass on', async () => {
  await using mailServer = await startRefusingMailServer()
  await using started = await withOwner({ SIGN_UP: 'invited' })
  const { app, owner } = started
  await app.restart({ SIGN_UP: 'invited', MAIL_URL: mailServer.url })
  const { status, body } = await owner.post<{ url: string; mailed: boolean }>('/api/people/invitations', {
    email: 'theo@example.com',
  })
  expect([status, body.mailed]).toEqual([200, false])
  const link = body.url.split('#')[1]!
  expect((await visitor(app).post('/api/auth/link', { link })).body).toMatchObject({ kind: 'invitation' })
})

test('OWNER-9 a person is removed though the mail server refuses the last email, and the owner is told that none was sent', async () => {
  await using mailServer = await startRefusingMailServer()
  await using started = await withOwner()
  const { app, owner, mara } = started
  await app.restart({ MAIL_URL: mailServer.url })
  const { status, body } = await act(owner, mara, 'remove', 'Mara Sleeper')
  expect([status, body.message]).toEqual([200, 'The account is deleted. No email told them.'])
  expect((await look(owner)).total).toBe(1)
})

test('OWNER-5 S88 when the only two owners block each other, or one blocks the other who leaves, at once, one stays an owner', async () => {
  await using started = await withOwner()
  const { app, owner, mara } = started
  await nameOwner(app.services, 'mara@example.com')
  const from = { ip: '198.51.100.7', browser: '' }
  const acts = [owner, mara].map(
    (one, at) => () => blockPerson(app.services, { ownerId: one.userId, from }, [mara, owner][at]!.userId),
  )
  const owners = () =>
    app.services.db
      .selectFrom('users')
      .select('id')
      .where('is_owner', '=', true)
      .where('blocked_at', 'is', null)
      .execute()
  expect((await Promise.all(acts.map((block) => block()))).toSorted()).toEqual(['done', 'last-owner'])
  const [left] = await owners()
  expect(await owners()).toHaveLength(1)
  await unblockPerson(
    app.services,
    { ownerId: left!.id, from },
    [owner, mara].find((one) => one.userId !== left!.id)!.userId,
  )
  const both = [deleteForOperator(app.services, owner.userId), acts[0]!()] as const
  await Promise.all(both)
  expect(await owners()).toHaveLength(1)
})
