import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { configureCarrier, faults, handset } from '@reveille/exchange/handset'
import { startSandbox } from '@reveille/exchange/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CallbackRead, Carrier, RecordingNews, TextReceived } from './carrier.ts'
import { twilioCarrier } from './twilio.adapter.ts'

const phoneNumber = '+491555550123'
const token = 't0k3n'

type Came = { path: string; read: CallbackRead | null }
/** Our end of the callbacks: collects them, and answers with a question until a key is pressed. */
async function startReveille({ secondaryAuthToken = null as string | null, authToken = '' } = {}) {
  const came: Came[] = []
  const news: RecordingNews[] = []
  const texts: TextReceived[] = []
  const failures: string[] = []
  const server = createServer(async (request, response) => {
    const callback = await callbackOf(request)
    const text = carrier.readText(callback)
    if (text) {
      texts.push(text)
      const { contentType, body } = carrier.renderReply(`You wrote <${text.body}> & no more.`)
      return response.writeHead(200, { 'content-type': contentType }).end(body)
    }
    const told = carrier.readRecordingNews(callback)
    if (told) news.push(told)
    const read = carrier.readCallback(callback)
    came.push({ path: (request.url ?? '').split('?')[0]!, read })
    if (!request.url?.startsWith('/callbacks/voice/')) return response.writeHead(204).end()
    const { contentType, body } = carrier.renderScript(stepsAfter(read), null)
    return response.writeHead(200, { 'content-type': contentType }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sandbox = await startSandbox()
  onTestFinished(async () => {
    await sandbox.close()
    server.closeAllConnections()
    server.close()
  })
  const carrier: Carrier = twilioCarrier({
    apiUrl: sandbox.url,
    accountSid: sandbox.accountSid,
    authToken: authToken || sandbox.authToken,
    secondaryAuthToken: secondaryAuthToken === 'real' ? sandbox.authToken : secondaryAuthToken,
    callerNumbers: [sandbox.phoneNumber],
    publicUrl,
    voices: null,
    messagingServiceSid: null,
    clock: { now: () => Date.now() },
    metrics: {
      carrierFailed: (request, { status, code }) => void failures.push(`${request} ${status} ${code}`),
    },
  })
  const events = (kind: string) =>
    came.filter(({ path }) => path === `/callbacks/${kind}/${token}`).map(({ read }) => read?.event?.type ?? null)
  const phone = await handset(sandbox.url, phoneNumber)
  return { carrier, sandbox, phone, came, news, texts, failures, events, publicUrl }
}

async function callbackOf(request: IncomingMessage) {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  return { pathAndQuery: request.url ?? '', form, headers: request.headers }
}

function stepsAfter(read: CallbackRead | null): Parameters<Carrier['renderScript']>[0] {
  if (read?.digits) return [{ do: 'speak', text: `You pressed ${read.digits}.`, audioPath: null }, { do: 'hang-up' }]
  const answerPath = `/callbacks/voice/${token}?round=1&zero=0`
  const speak = [{ text: 'Good morning </Say><Dial>+19005550100</Dial>', audioPath: null }]
  return [{ do: 'ask', speak, waitS: 8, digits: 1, answerPath }]
}

const call = { to: phoneNumber, token, machineDetection: true, record: false }

async function place(carrier: Carrier): Promise<string> {
  const placed = await carrier.placeCall(call)
  if (placed.outcome !== 'accepted') throw new Error(`not accepted: ${placed.outcome}`)
  return placed.carrierCallId
}

describe('the adapter against the sandbox carrier', () => {
  test('CALL-7 a call rings, is picked up, asks for a key and reports it', async () => {
    const { carrier, phone, events, came } = await startReveille()
    const carrierCallId = await place(carrier)
    const inHand = await phone.expectCall()
    await inHand.pickUp()
    await inHand.press('1', { afterSeconds: 4 })
    expect(await inHand.status()).toBe('completed')
    expect(await inHand.heard()).toEqual([
      { verb: 'Say', text: 'Good morning </Say><Dial>+19005550100</Dial>' },
      { verb: 'Say', text: 'You pressed 1.' },
    ])
    expect(events('status')).toEqual(['queued', 'ringing', 'picked-up', 'ended'])
    expect(events('voice')).toEqual(['picked-up', 'picked-up'])
    expect(came.every(({ read }) => read?.carrierCallId === carrierCallId)).toBe(true)
    const ended = came.map(({ read }) => read?.event).find((event) => event?.type === 'ended')
    expect(ended).toMatchObject({ how: 'hung-up', talkedS: expect.any(Number) as number })
  })

  test('CALL-7 silence is reported, and so is a hash', async () => {
    const { carrier, phone, came } = await startReveille()
    await place(carrier)
    const inHand = await phone.expectCall()
    await inHand.pickUp()
    await inHand.sayNothing()
    await inHand.press('#')
    const digits = came.filter(({ path }) => path.startsWith('/callbacks/voice/')).map(({ read }) => read?.digits)
    expect(digits).toEqual([null, null, '#'])
  })

  test('CALL-4 a voicemail is reported as a machine', async () => {
    const { carrier, phone, events } = await startReveille()
    await place(carrier)
    await (await phone.expectCall()).voicemail()
    expect(events('machine')).toEqual(['machine'])
  })

  test.each([
    ['rings out', 'letRing', 'no-answer'],
    ['is busy', 'busy', 'busy'],
    ['is declined', 'decline', 'busy'],
    ['cannot be reached', 'fail', 'failed'],
  ] as const)('CALL-4 a call that %s ends that way, by callback and by lookup', async (_case, what, how) => {
    const { carrier, phone, came } = await startReveille()
    const carrierCallId = await place(carrier)
    await (await phone.expectCall())[what]()
    expect(came.at(-1)?.read?.event).toMatchObject({ type: 'ended', how })
    expect(await carrier.fetchCall(carrierCallId)).toMatchObject({ event: { type: 'ended', how } })
  })

  test('CALL-3 a call is found by its number, with the time of its request', async () => {
    const { carrier, phone } = await startReveille()
    const before = Math.floor(Date.now() / 1000) * 1000
    const first = await place(carrier)
    await (await phone.expectCall()).busy()
    const second = await place(carrier)
    const found = await carrier.recentCalls(phoneNumber)
    expect(found.map(({ carrierCallId }) => carrierCallId)).toEqual([second, first])
    for (const { createdAt } of found) expect(createdAt).toBeGreaterThanOrEqual(before)
    expect(await carrier.recentCalls('+491555550199')).toEqual([])
    expect(await carrier.fetchCall('CA00000000000000000000000000000000')).toBeNull()
  })

  test.each([
    ['rings', false, 'cancelled'],
    ['is answered', true, 'hung-up'],
  ])('CALL-12 a call that %s can be ended, twice, and after it is over', async (_case, answered, how) => {
    const { carrier, phone } = await startReveille()
    const carrierCallId = await place(carrier)
    const inHand = await phone.expectCall()
    if (answered) await inHand.pickUp()
    await carrier.endCall(carrierCallId)
    await carrier.endCall(carrierCallId)
    expect(await carrier.fetchCall(carrierCallId)).toMatchObject({ event: { type: 'ended', how } })
    await carrier.endCall('CA00000000000000000000000000000000')
  })

  test('WAKE-11 a call waiting for a key is redirected, and one that is over stays over', async () => {
    const { carrier, phone, came } = await startReveille()
    const carrierCallId = await place(carrier)
    const inHand = await phone.expectCall()
    await inHand.pickUp()
    await carrier.redirect(carrierCallId, `/callbacks/voice/${token}?machine=1`)
    await inHand.press('1')
    expect(came.map(({ path }) => path).filter((path) => path.includes('/voice/'))).toHaveLength(3)
    expect(await inHand.heard()).toHaveLength(3)
    await carrier.redirect(carrierCallId, `/callbacks/voice/${token}?machine=1`)
    expect(await inHand.status()).toBe('completed')
    await carrier.redirect('CA00000000000000000000000000000000', '/x')
  })

  test('CALL-4 an impossible number is refused', async () => {
    const { carrier } = await startReveille()
    expect(await carrier.placeCall({ ...call, to: '+1' })).toMatchObject({
      outcome: 'rejected',
      reason: 'invalid-number',
    })
  })

  test("CALL-5 a wrong account's refusals are counted by HTTP status and code", async () => {
    const { carrier, failures } = await startReveille({ authToken: 'another' })
    const asked = [
      carrier.placeCall(call),
      carrier.fetchCall('CA1'),
      carrier.recentCalls(phoneNumber),
      carrier.callsSince(0),
      carrier.endCall('CA1'),
      carrier.redirect('CA1', '/x'),
      carrier.fetchRecording('RE1'),
      carrier.recordingsOf('CA1'),
      carrier.deleteRecording('RE1'),
      carrier.sendText({ to: phoneNumber, body: 'x', newsPath: '/n' }),
    ]
    await Promise.allSettled<unknown>(asked)
    const counts = Object.entries(Object.groupBy(failures, (failure) => failure))
    expect(counts.map(([failure, all]) => [failure, all?.length]).toSorted()).toEqual([
      ['call 401 20003', 1],
      ['question 401 20003', 5],
      ['recording 401 20003', 3],
      ['text 401 20003', 1],
    ])
  })

  test('CALL-5 unknown statuses and codes are counted together, and so are missing responses', async () => {
    const { carrier, sandbox, failures } = await startReveille()
    for (const [status, code] of [
      [418, 987_654],
      [451, 987_655],
    ])
      await faults(sandbox.url).add({ fault: 'refuse', status: status!, code: code! })
    await faults(sandbox.url).add({ fault: 'reset-before-accepting' })
    for (let asked = 0; asked < 3; asked++) await carrier.placeCall(call).catch(() => undefined)
    expect(failures).toEqual(['call other other', 'call other other', 'call none none'])
  })

  test('PHONE-5 a text arrives as written, and STOP refuses the next', async () => {
    const { carrier, phone } = await startReveille()
    const body = 'Ваш код 123456\n@wake.example #123456'
    expect(await carrier.sendText({ to: phoneNumber, body, newsPath: '/n' })).toMatchObject({ outcome: 'sent' })
    expect((await phone.expectText()).body).toBe(body)
    await phone.text('STOP')
    expect(await carrier.sendText({ to: phoneNumber, body, newsPath: '/n' })).toMatchObject({
      outcome: 'refused',
      reason: 'stopped',
    })
  })

  test('CARRIER-4 PHONE-6 texts use the configured messaging service and our number, stay valid for ten minutes, and can be looked up', async () => {
    const forms: Record<string, string>[] = []
    const server = createServer(async (request, response) => {
      forms.push(Object.fromEntries(new URLSearchParams(await text(request))))
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close().closeAllConnections())
    const sending = (messagingServiceSid: string | null) =>
      twilioCarrier({
        apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        accountSid: 'AC1',
        authToken: 'token',
        secondaryAuthToken: null,
        callerNumbers: ['+12025550123'],
        publicUrl: 'https://wake.example',
        voices: null,
        messagingServiceSid,
        clock: { now: () => Date.now() },
        metrics: { carrierFailed: () => undefined },
      }).sendText({ to: phoneNumber, body: 'Up', newsPath: '/news/1', validS: 600 })
    await sending('MG1')
    await sending(null)
    const asked = {
      To: phoneNumber,
      From: '+12025550123',
      Body: 'Up',
      StatusCallback: 'https://wake.example/news/1',
      ValidityPeriod: '600',
    }
    expect(forms).toEqual([{ ...asked, MessagingServiceSid: 'MG1' }, asked])
  })

  test('CALL-13 a recorded call leaves a recording that is reported, fetched, and deleted at the carrier', async () => {
    const { carrier, phone, news } = await startReveille()
    const placed = await carrier.placeCall({ ...call, record: true })
    const inHand = await phone.expectCall()
    await inHand.pickUp()
    await inHand.press('1', { afterSeconds: 5 })
    expect(news).toEqual([{ carrierCallId: inHand.sid, recordingId: expect.any(String), state: 'ready' }])
    expect(placed).toMatchObject({ carrierCallId: inHand.sid })
    const { recordingId } = news[0]!
    const recording = await carrier.fetchRecording(recordingId)
    expect(Buffer.from(recording!.bytes).toString('latin1', 0, 4)).toBe('RIFF')
    await carrier.deleteRecording(recordingId)
    expect(await carrier.fetchRecording(recordingId)).toBeNull()
    await carrier.deleteRecording(recordingId)
  })

  test('CALL-9 an answer to a text is read, and replied to in its own response', async () => {
    const { carrier, phone, sandbox, publicUrl, texts } = await startReveille()
    await configureCarrier(sandbox.url, { inboundUrl: `${publicUrl}/callbacks/text` })
    await carrier.sendText({ to: phoneNumber, body: 'Tomorrow at 06:30. Answer SKIP to leave it out.', newsPath: '/n' })
    await phone.expectText()
    await phone.text(' Skip ')
    expect(texts).toMatchObject([{ from: phoneNumber, body: ' Skip ' }])
    expect((await phone.expectText()).body).toBe('You wrote < Skip > & no more.')
  })

  test("S29 callbacks signed with the second token are accepted, a stranger's are not", async () => {
    const { carrier, phone, events } = await startReveille({ authToken: 'old', secondaryAuthToken: 'real' })
    await place(carrier)
    await (await phone.expectCall()).busy()
    expect(events('status')).toEqual(['queued', 'ringing', 'ended'])
    const forged = { pathAndQuery: `/callbacks/status/${token}`, form: { CallSid: 'CA1', CallStatus: 'completed' } }
    expect(
      carrier.readCallback({ ...forged, headers: { 'x-twilio-signature': 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' } }),
    ).toBeNull()
    expect(carrier.readCallback({ ...forged, headers: {} })).toBeNull()
  })
})
