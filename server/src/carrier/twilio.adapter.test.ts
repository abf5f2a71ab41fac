import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startSandbox } from '@reveille/exchange/sandbox'
import { faults, handset } from '@reveille/exchange/testing/handset'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Carrier } from './carrier.ts'
import { twilioCarrier } from './twilio.adapter.ts'

const phoneNumber = '+491555550123'

/** A sandbox carrier, whose calls hear nothing, and the adapter to it. */
async function startReveille({ authToken = '' } = {}) {
  const failures: string[] = []
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/xml' }).end('<Response><Pause length="60"/></Response>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sandbox = await startSandbox()
  onTestFinished(async () => {
    await sandbox.close()
    server.closeAllConnections()
    server.close()
  })
  const carrier = twilioCarrier({
    apiUrl: sandbox.url,
    accountSid: sandbox.accountSid,
    authToken: authToken || sandbox.authToken,
    secondaryAuthToken: null,
    callerNumbers: [sandbox.phoneNumber],
    publicUrl,
    voices: null,
    messagingServiceSid: null,
    clock: { now: () => Date.now() },
    metrics: {
      carrierFailed: (request, { status, code }) => void failures.push(`${request} ${status} ${code}`),
    },
  })
  const phone = await handset(sandbox.url, phoneNumber)
  return { carrier, sandbox, phone, failures }
}

const call = { to: phoneNumber, token: 't0k3n', machineDetection: true, record: false }

async function place(carrier: Carrier): Promise<string> {
  const placed = await carrier.placeCall(call)
  if (placed.outcome !== 'accepted') throw new Error(`not accepted: ${placed.outcome}`)
  return placed.carrierCallId
}

describe('the adapter against the sandbox carrier', () => {
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
})
