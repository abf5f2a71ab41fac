import { expect, test } from 'vitest'
import { startTestApp } from '../harness/app/start-test-app.ts'
import { signUp, visitor } from '../harness/app/visitor.ts'

type Line = { route?: string; status?: number; network?: string; account?: string }

test('S86 S47 an attack shows in the log as hashes of network and account, which name neither and change daily', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using app = await startTestApp({ now: '2027-01-15T22:00:00Z', logTo, settings: { TRUST_PROXY: 'on' } })
  await signUp(app, visitor(app), 'owner@example.com')
  const guess = async (email: string, ip: string): Promise<Line> => {
    await visitor(app).post('/api/auth/login', { email, otp: '000000' }, { 'x-forwarded-for': ip })
    const all = lines.map((line) => JSON.parse(line) as Line)
    return all.findLast(({ route, status }) => route === '/api/auth/login' && status === 400)!
  }
  const first = await guess('owner@example.com', '203.0.113.9')
  const otherNetwork = await guess('owner@example.com', '198.51.100.7')
  const otherAccount = await guess('else@example.com', '203.0.113.9')
  await app.clock.advance({ hours: 3 })
  const nextDay = await guess('owner@example.com', '203.0.113.9')

  expect(first).toMatchObject({
    network: expect.stringMatching(/^[\w-]{12}$/),
    account: expect.stringMatching(/^[\w-]{12}$/),
  })
  expect([otherNetwork.account, otherNetwork.network === first.network]).toEqual([first.account, false])
  expect([otherAccount.network, otherAccount.account === first.account]).toEqual([first.network, false])
  expect([nextDay.network === first.network, nextDay.account === first.account]).toEqual([false, false])
  expect(lines.join('')).not.toMatch(/203\.0\.113|198\.51\.100|owner@|else@/)
  const fine = lines.map((line) => JSON.parse(line) as Line).filter(({ status }) => status === 200)
  expect(fine.filter(({ network, account }) => network !== undefined || account !== undefined)).toEqual([])
})
