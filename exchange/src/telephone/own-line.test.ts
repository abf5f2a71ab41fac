import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startLineExchange } from '../line-exchange.ts'
import { startPretendAsterisk } from '../testing/pretend-asterisk.ts'
import { response, startSubscriber } from '../testing/subscriber.ts'

const account = { accountSid: 'AC0123456789abcdef0123456789abcdef', authToken: 'a token of this test' }
const api = `/2010-04-01/Accounts/${account.accountSid}`
const [HOME, FAR] = ['+49301234561', '+4940123456']
const HOUR_MS = 60 * 60_000

const until = <T>(look: () => T | Promise<T>) => vi.waitUntil(look, { timeout: 30_000 })

/** An exchange with a house phone and a trunk at a pretend Asterisk, and its customer. */
async function startLine() {
  const asterisk = await startPretendAsterisk()
  const customer = await startSubscriber()
  customer.answer('/voice', response('<Gather numDigits="1" timeout="60" action="/keys"/>'))
  customer.answer('/keys', response('<Hangup/>'))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'reveille-line-'))
  const clock = { aheadMs: 0 }
  const warnings: string[] = []
  const start = () =>
    startLineExchange({
      ...account,
      host: '127.0.0.1',
      port: 0,
      dataDir,
      voiceUrl: null,
      asterisk: { url: asterisk.url, user: 'reveille', password: 'secret' },
      phones: { [HOME]: 'PJSIP/601' },
      dial: 'PJSIP/{number}@trunk',
      lineNumber: '+49301234560',
      linesAtOnce: 2,
      warn: (what) => void warnings.push(what),
      now: () => Date.now() + clock.aheadMs,
    })
  let exchange = await start()
  const ask = async (method: string, address: string, fields?: Record<string, string>) => {
    const login = Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')
    const answer = await fetch(exchange.url + api + address, {
      method,
      headers: { authorization: `Basic ${login}` },
      ...(fields && { body: new URLSearchParams(fields) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }
  return {
    asterisk,
    customer,
    warnings,
    clock,
    ask,
    /** As after a kill: calls in progress stay with Asterisk. */
    async restart() {
      await exchange.close()
      exchange = await start()
    },
    /** Requests a call, and returns its id once Asterisk dials, or is asked `what`. */
    async call(to: string, more: Record<string, string> = {}, what?: string) {
      const fields = { To: to, From: '+49301234560', Url: `${customer.url}/voice`, Timeout: '30', TimeLimit: '60' }
      const told = { StatusCallback: `${customer.url}/status`, StatusCallbackEvent: 'completed' }
      const created = await until(async () => {
        const answer = await ask('POST', '/Calls.json', { ...fields, ...told, ...more })
        return answer.status === 201 ? answer.body : null
      })
      const sid = String(created['sid'])
      await until(() => asterisk.asked.includes(what ?? `POST /channels/${sid}/dial`))
      return sid
    },
    ending: (sid: string) =>
      until(() => customer.at('/status').find(({ parameters }) => parameters['CallSid'] === sid)?.parameters),
    fetches: () => customer.at('/voice').length,
    onDisk: () => readFile(path.join(dataDir, 'calls.jsonl'), 'utf8'),
    async [Symbol.asyncDispose]() {
      await exchange.close()
      await asterisk[Symbol.asyncDispose]()
      await customer[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
type Line = Awaited<ReturnType<typeof startLine>>

async function talk(line: Line, more: Record<string, string> = {}): Promise<string> {
  const sid = await line.call(HOME, more)
  line.asterisk.rings(sid)
  line.asterisk.answers(sid)
  await until(() => line.fetches() === 1)
  return sid
}

test('LINE-7 a talk starts over after a restart, once: at the next restart it ends as broken off', async () => {
  await using line = await startLine()
  const sid = await talk(line)
  await line.restart()
  await until(() => line.fetches() === 2)
  expect(line.asterisk.channels.get(sid)).toBe('Up')
  await line.restart()
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '500' })
  expect(line.fetches()).toBe(2)
  await until(() => !line.asterisk.channels.has(sid))
})

test('LINE-7 a talk starts over after the product was restarted with its exchange, which is up first', async () => {
  await using line = await startLine()
  const sid = await talk(line)
  await line.customer.goAway()
  await line.restart()
  const joined = `POST /bridges/bridge-${sid}/addChannel`
  await until(() => line.asterisk.asked.filter((what) => what === joined).length === 4)
  expect((await line.ask('GET', `/Calls/${sid}.json`)).body).toMatchObject({ status: 'in-progress' })
  await line.customer.comeBack()
  await until(() => line.fetches() === 2)
  line.asterisk.press(sid, '1')
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'completed' })
  expect(line.customer.at('/keys').map(({ parameters }) => parameters['Digits'])).toEqual(['1'])
})

test('LINE-7 a talk whose instructions are gone after a restart ends as broken off, and is not called completed', async () => {
  await using line = await startLine()
  const sid = await talk(line)
  line.customer.answer('/voice', { status: 503 })
  await line.restart()
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '500' })
})

test('LINE-7 CALL-8 a call in which nobody could be told anything broke off, and is not called completed', async () => {
  await using line = await startLine()
  line.customer.answer('/voice', { status: 503 })
  const sid = await line.call(HOME)
  line.asterisk.rings(sid)
  line.asterisk.answers(sid)
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '500' })
})

test('LINE-7 CALL-8 after a restart the recording of a talk goes on, and is fetched from Asterisk and deleted there', async () => {
  await using line = await startLine()
  const recorded = {
    Record: 'true',
    RecordingStatusCallback: `${line.customer.url}/recording`,
    RecordingStatusCallbackEvent: 'completed',
  }
  const sid = await talk(line, recorded)
  const records = () => line.asterisk.asked.filter((what) => what === 'record append').length
  await until(() => records() === 1)
  await line.restart()
  await until(() => records() === 2)
  await until(() => line.fetches() === 2)
  line.asterisk.ends(sid, 16)
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'completed' })
  const { parameters } = await until(() => line.customer.at('/recording')[0])
  expect(parameters).toMatchObject({ CallSid: sid, RecordingStatus: 'completed', RecordingDuration: '1' })
  const name = `reveille-01234567-${sid}`
  expect(line.asterisk.asked).toContain(`DELETE /recordings/stored/${name}`)
})

test('LINE-7 CALL-8 the recording of a talk that ended while Asterisk was away is fetched once it is back, and one of an unknown call is deleted', async () => {
  await using line = await startLine()
  const sid = await talk(line, { Record: 'true' })
  await until(() => line.asterisk.recordings.size === 1)
  line.asterisk.recordings.add('reveille-01234567-CAunknown')
  line.asterisk.recordings.add('reveille-89abcdef-CAothers')
  line.asterisk.cut()
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed' })
  await line.restart()
  const recorded = async () =>
    ((await line.ask('GET', `/Calls/${sid}/Recordings.json`)).body['recordings'] as { status: string }[])[0]?.status
  expect(await recorded()).toBe('processing')
  line.asterisk.mend()
  await until(async () => (await recorded()) === 'completed')
  await until(() => line.asterisk.recordings.size === 1)
  expect([...line.asterisk.recordings]).toEqual(['reveille-89abcdef-CAothers'])
})

test('LINE-7 a phone keeps ringing while the connection is cut, and a person who picks up is heard and spoken to once it is back', async () => {
  await using line = await startLine()
  const sid = await line.call(HOME)
  line.asterisk.rings(sid)
  await until(async () => (await line.ask('GET', `/Calls/${sid}.json`)).body['status'] === 'ringing')
  line.asterisk.cut()
  line.asterisk.answers(sid)
  line.asterisk.mend()
  await until(() => line.fetches() > 0 && line.asterisk.isHeard())
  line.asterisk.ends(sid, 16)
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'completed' })
})

test('LINE-7 a phone that stopped ringing while the connection was cut may have rung, even past its ring time', async () => {
  await using line = await startLine()
  const sid = await line.call(HOME, { Timeout: '1' })
  line.asterisk.rings(sid)
  await until(async () => (await line.ask('GET', `/Calls/${sid}.json`)).body['status'] === 'ringing')
  line.asterisk.cut()
  line.asterisk.ends(sid, 19)
  const rangOutAt = Date.now() + 1_500
  await until(() => Date.now() > rangOutAt)
  expect(line.customer.at('/status')).toEqual([])
  line.asterisk.mend()
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '699' })
})

test('LINE-2 LINE-7 after Asterisk lost its power, calls are refused until it is back, and then heard, although no connection was closed', async () => {
  await using line = await startLine()
  await until(() => line.asterisk.isHeard())
  line.asterisk.fallSilent()
  await until(() => line.warnings.includes('the connection to Asterisk broke off'))
  const fields = { To: HOME, From: '+49301234560', Url: `${line.customer.url}/voice` }
  expect(await line.ask('POST', '/Calls.json', fields)).toMatchObject({ status: 429 })
  line.asterisk.speakAgain()
  const sid = await talk(line)
  line.asterisk.ends(sid, 16)
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'completed' })
})

test('LINE-2 LINE-7 a call that Asterisk never dialed, because no sound could be sent, has surely not rung', async () => {
  await using line = await startLine()
  await until(() => line.asterisk.isHeard())
  line.asterisk.sound.isUp = false
  const sid = await line.call(HOME, {}, 'POST /channels/externalMedia')
  expect(await line.ending(sid)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '500' })
  expect(line.asterisk.created).toEqual([])
})

test('LINE-7 a call that was ended while the connection was cut is hung up once it is back', async () => {
  await using line = await startLine()
  const sid = await talk(line)
  line.asterisk.cut()
  expect((await line.ask('POST', `/Calls/${sid}.json`, { Status: 'completed' })).status).toBe(200)
  expect(line.asterisk.channels.has(sid)).toBe(true)
  line.asterisk.mend()
  await until(() => !line.asterisk.channels.has(sid))
})

test.each([401, 403, 407])(
  'LINE-3 LINE-6 a provider that answers %i is reported to the operator until it takes a call, and its refusal does not count as a declined call',
  async (sip) => {
    await using line = await startLine()
    const trunk = async () => {
      const { findings } = (await line.ask('GET', '/Line.json')).body as { findings: { what: string; state: string }[] }
      return findings.find(({ what }) => what === 'Trunk trunk')
    }
    const refused = await line.call(FAR)
    line.asterisk.ends(refused, 21, sip)
    expect(await line.ending(refused)).toMatchObject({ CallStatus: 'failed', SipResponseCode: '697' })
    expect(line.warnings).toEqual([
      `the provider refused a call (SIP ${sip}): correct the trunk's user and password in pjsip.conf`,
    ])
    expect(await trunk()).toMatchObject({ state: 'wrong', says: `its provider refused our last call (SIP ${sip})` })
    const taken = await line.call(FAR)
    line.asterisk.rings(taken)
    line.asterisk.ends(taken, 17, 486)
    expect(await line.ending(taken)).toMatchObject({ CallStatus: 'busy' })
    expect(await trunk()).toMatchObject({ state: 'right' })
  },
)

test('LINE-9 an ended call is on the disk for two days, also after a restart; then it is gone, and a deleted one within a minute', async () => {
  await using line = await startLine()
  const sids = []
  for (const to of [HOME, FAR]) {
    const sid = await line.call(to)
    line.asterisk.rings(sid)
    line.asterisk.ends(sid, 17, 486)
    await line.ending(sid)
    sids.push(sid)
  }
  const [first, second] = sids
  const listed = async () =>
    ((await line.ask('GET', '/Calls.json')).body['calls'] as { sid: string }[]).map(({ sid }) => sid)
  await line.restart()
  expect(await listed()).toEqual([second, first])
  expect((await line.ask('GET', `/Calls/${first}.json`)).body).toMatchObject({ status: 'busy', to: HOME })
  expect((await line.ask('POST', `/Calls/${first}.json`, { Status: 'completed' })).body).toMatchObject({ code: 21220 })

  expect((await line.ask('DELETE', `/Calls/${second}.json`)).status).toBe(204)
  expect(await listed()).toEqual([first])
  line.clock.aheadMs = 2 * 60_000
  await listed()
  await until(async () => !(await line.onDisk()).includes(FAR))
  expect(await line.onDisk()).toContain(HOME)

  line.clock.aheadMs = 48 * HOUR_MS - 60_000
  await listed()
  expect(await listed()).toEqual([first])
  line.clock.aheadMs = 49 * HOUR_MS + 60_000
  await listed()
  await until(async () => !(await line.onDisk()).includes(HOME))
  expect(await listed()).toEqual([])
})
