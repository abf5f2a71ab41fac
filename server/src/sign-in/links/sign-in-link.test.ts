import type { LinkShown } from '@reveille/contract/sign-in'
import { expect, test } from 'vitest'
import { codeSaidIn } from '../../../test/harness/app/code-said-in.ts'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { browserOf, otherThan, signUp, visitor, type Visitor } from '../../../test/harness/app/visitor.ts'
import { authenticator } from '../../../test/harness/outside/authenticator.ts'
import { linkFor, nameOwner } from '../../operators/acts.ts'

const NOW = '2027-01-15T23:30:00Z'
const ORIGIN = 'https://wake.example'
const MARA = 'mara@example.com'

async function withOwner(settings: Record<string, string> = {}) {
  const app = await startTestApp({ now: NOW, settings })
  const owner = await app.person({ email: 'owner@example.com', name: 'Olga Owner', phone: '+4915555990001' })
  await nameOwner(app.services, 'owner@example.com')
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

const ask = (owner: Person, userId: number) =>
  owner.post<{ link: { url: string }; reason?: string }>(`/api/people/${userId}`, { act: 'link' })
const linkOf = async (owner: Person, userId: number) => (await ask(owner, userId)).body.link.url.split('#')[1]!
const look = async (app: TestApp, link: string) => (await visitor(app).post<LinkShown>('/api/auth/link', { link })).body
const use = (browser: Visitor, link: string, otp?: string) => browser.post('/api/auth/link/login', { link, otp })
const who = async (browser: Visitor) =>
  (await browser.get<{ user?: { email: string } }>('/api/auth/check')).body.user?.email ?? null
const activity = async (browser: Pick<Person, 'get'>) =>
  (await browser.get<{ what: string }[]>('/api/account/activity')).body.map(({ what }) => what)
const bell = async (browser: Pick<Person, 'get'>) =>
  (await browser.get<{ notices: { id: number; text: string; read: boolean }[] }>('/api/notices')).body.notices

test('OWNER-11 S90 an owner’s link alone signs in somebody without number and passkey, who is told at the next sign-in even if it was read', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const mara = visitor(app)
  await signUp(app, mara, MARA, 'Mara')
  const { id } = (await mara.get<{ user: { id: number } }>('/api/auth/check')).body.user
  const link = await linkOf(owner, id)
  expect(await look(app, link)).toEqual({ kind: 'sign-in', name: 'Mara', by: 'Olga Owner', takes: [] })
  const pressed = [visitor(app), visitor(app)]
  const answers = await Promise.all(pressed.map((browser) => use(browser, link)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const inside = pressed[answers.findIndex(({ status }) => status === 200)]!
  expect(await who(inside)).toBe(MARA)
  const [told] = await bell(inside)
  expect(told).toMatchObject({ text: expect.stringContaining('a sign-in link that was made for you'), read: false })
  await inside.post('/api/notices/read', { upTo: told!.id })
  await app.clock.advance({ minutes: 1 })
  await use(mara, await linkOf(owner, id))
  expect(await bell(mara)).toMatchObject([{ read: false }, { id: told!.id, read: false }])
  const words = 'Signed in with a sign-in link, without a code or passkey'
  expect(await activity(mara)).toEqual(expect.arrayContaining([words, 'An owner made a sign-in link for you']))
  expect(await activity(owner)).toContain('Made a sign-in link for someone')
})

test('OWNER-11 S90 with a verified number, the link takes a code said in a call to it, at most three a day', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const mara = await app.person({ phone: '+4915555990002', email: MARA })
  const phone = await app.phone(mara.phone)
  const link = await linkOf(owner, mara.userId)
  expect(await look(app, link)).toMatchObject({ takes: ['call'] })
  const browser = visitor(app)
  const called = async () => {
    const { status } = await browser.post('/api/auth/link/code', { link })
    if (status !== 200) return { status, otp: '' }
    await app.clock.advance({ ms: 2 })
    return { status, otp: await codeSaidIn(await phone.expectCall()) }
  }
  const { otp } = await called()
  expect((await use(browser, link)).body).toMatchObject({ reason: 'code-wrong' })
  expect((await use(browser, link, otherThan(otp))).body).toMatchObject({ reason: 'code-wrong' })
  expect((await use(visitor(app), link, otp)).body).toMatchObject({ reason: 'code-wrong' }) // not the browser that asked
  for (const expected of [200, 200, 429]) {
    await app.clock.advance({ minutes: 1 })
    expect((await called()).status).toBe(expected)
  }
  expect(await who(browser)).toBeNull()
})

test('OWNER-11 the code signs in once; no other code of the person does, and a new link ends the one before', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const mara = await app.person({ phone: '+4915555990002', email: MARA })
  const phone = await app.phone(mara.phone)
  const [first, link] = [await linkOf(owner, mara.userId), await linkOf(owner, mara.userId)]
  const browser = visitor(app)
  expect((await browser.post('/api/auth/link/code', { link: first })).body).toMatchObject({ reason: 'link-invalid' })
  await browser.post('/api/auth/link/code', { link })
  await app.clock.advance({ ms: 2 })
  const otp = await codeSaidIn(await phone.expectCall())
  expect((await use(browser, link, otp)).status).toBe(200)
  expect(await who(browser)).toBe(MARA)
  expect((await use(browser, link, otp)).body).toMatchObject({ reason: 'link-invalid' })
  expect(await activity(mara)).toContain('Signed in')
  expect((await bell(mara))[0]!.text).toContain('a code read to you over the phone')
})

test('OWNER-11 S90 a person with a passkey is asked for it; an operator’s link asks for nothing', async () => {
  await using started = await withOwner({ PUBLIC_URL: ORIGIN })
  const { app, owner } = started
  const mara = await app.person({ phone: '+4915555990002', email: MARA, phoneVerified: false })
  const device = authenticator(ORIGIN)
  const browser = browserOf(app, mara)
  const { body } = await browser.post<Parameters<typeof device.make>[0]>('/api/account/passkeys/new')
  expect((await browser.post('/api/account/passkeys', { name: '', ...device.make(body) })).status).toBe(200)
  const link = await linkOf(owner, mara.userId)
  expect(await look(app, link)).toMatchObject({ takes: ['passkey'] })
  expect((await use(visitor(app), link)).body).toMatchObject({ reason: 'code-wrong' })
  const printed = (await linkFor(app.services, MARA)).lines[1]!.split('#')[1]!
  expect(await look(app, printed)).toMatchObject({ by: null, takes: [] })
  const other = visitor(app)
  expect((await use(other, printed)).status).toBe(200)
  expect(await activity(other)).toContain('Support made a sign-in link for you')
})

test('OWNER-11 S90 a link lasts 15 minutes, and none is made with a stale sign-in, for oneself or for somebody blocked', async () => {
  await using started = await withOwner()
  const { app, owner } = started
  const mara = await app.person({ phone: '+4915555990002', email: MARA })
  const link = await linkOf(owner, mara.userId)
  await app.clock.advance({ minutes: 14 })
  expect(await look(app, link)).toMatchObject({ kind: 'sign-in' })
  await app.clock.advance({ minutes: 1 })
  expect(await look(app, link)).toMatchObject({ reason: 'link-invalid' })
  const open = await linkOf(owner, mara.userId)
  expect((await owner.post(`/api/people/${mara.userId}`, { act: 'block' })).status).toBe(200)
  expect(await look(app, open)).toMatchObject({ reason: 'link-invalid' })
  for (const userId of [mara.userId, owner.userId])
    expect((await ask(owner, userId)).body).toMatchObject({ reason: 'changed-elsewhere' })
  expect((await ask(mara, owner.userId)).status).toBe(404)
  await owner.post(`/api/people/${mara.userId}`, { act: 'unblock' })
  await app.clock.advance({ hours: 25 })
  expect((await ask(owner, mara.userId)).body).toMatchObject({ reason: 'fresh-code-required' })
})
