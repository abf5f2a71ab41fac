import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { twilioCarrier } from '../twilio.adapter.ts'
import { signatureOf } from './signature.ts'

const sound = Buffer.from('RIFF....WAVE')

async function carrierAnswering(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, url, carrier: carrierAt(url) }
}

const carrierAt = (apiUrl: string) =>
  twilioCarrier({
    voices: null,
    messagingServiceSid: null,
    apiUrl,
    accountSid: 'AC1',
    authToken: 'primary',
    secondaryAuthToken: null,
    callerNumbers: ['+12025550100'],
    publicUrl: 'https://wake.example',
    clock: { now: () => 0 },
    metrics: { carrierFailed: () => undefined },
  })

describe('CALL-13 a recording is fetched from the carrier and deleted there', () => {
  test('its sound comes from the address we know', async () => {
    const { carrier, asked } = await carrierAnswering((response) =>
      response.writeHead(200, { 'content-type': 'audio/x-wav' }).end(sound),
    )
    expect(await carrier.fetchRecording('RE1')).toEqual({ contentType: 'audio/x-wav', bytes: sound })
    expect(asked).toEqual(['GET /2010-04-01/Accounts/AC1/Recordings/RE1.wav'])
  })

  test('a recording the carrier no longer has is null, and deleting it is not an error', async () => {
    const { carrier } = await carrierAnswering((response) => response.writeHead(404).end('{"code":20404}'))
    expect(await carrier.fetchRecording('RE1')).toBeNull()
    await carrier.deleteRecording('RE1')
  })

  test('it is deleted, and its id cannot escape the path', async () => {
    const { carrier, asked } = await carrierAnswering((response) => response.writeHead(204).end())
    await carrier.deleteRecording('../Calls/CA1')
    expect(asked).toEqual(['DELETE /2010-04-01/Accounts/AC1/Recordings/..%2FCalls%2FCA1.json'])
  })

  test('a failed deletion throws with status and code', async () => {
    const { carrier } = await carrierAnswering((response) => response.writeHead(500).end('{"code":20500}'))
    await expect(carrier.deleteRecording('RE1')).rejects.toThrow('could not delete a recording: HTTP 500, code 20500')
  })
})

describe('S43 a recording is fetched from one place and stays small', () => {
  test('a redirect is not followed', async () => {
    const elsewhere = await carrierAnswering((response) => response.writeHead(200).end(sound))
    const { carrier } = await carrierAnswering((response) =>
      response.writeHead(302, { location: `${elsewhere.url}/secret` }).end(),
    )
    await expect(carrier.fetchRecording('RE1')).rejects.toThrow('HTTP 302')
    expect(elsewhere.asked).toEqual([])
  })

  test('a web page is not a recording', async () => {
    const { carrier } = await carrierAnswering((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<script>'),
    )
    await expect(carrier.fetchRecording('RE1')).rejects.toThrow("no sound but 'text/html'")
  })

  test('an endless body without a length header is cut off', async () => {
    const { carrier } = await carrierAnswering((response, request) => {
      response.writeHead(200, { 'content-type': 'audio/wav' })
      const more = () => {
        while (!request.destroyed && response.write(Buffer.alloc(1024 * 1024))) continue
      }
      response.on('drain', more).on('error', () => {})
      more()
    })
    await expect(carrier.fetchRecording('RE1')).rejects.toThrow('the answer is too large')
  })
})

const signed = (path: string, form: Record<string, string>) => ({
  pathAndQuery: path,
  form,
  headers: { 'x-twilio-signature': signatureOf('primary', `https://wake.example${path}`, form) },
})

describe('CALL-13 the carrier reports a recording', () => {
  /** A callback body with the field names Twilio sends. */
  const body = {
    AccountSid: 'AC1',
    CallSid: 'CA1',
    RecordingSid: 'RE1',
    RecordingUrl: 'http://169.254.169.254/latest',
    RecordingStatus: 'completed',
    RecordingDuration: '37',
    RecordingChannels: '1',
    RecordingStartTime: 'Fri, 15 Jan 2027 06:30:08 +0000',
    RecordingSource: 'OutboundAPI',
    RecordingTrack: 'both',
    ErrorCode: '0',
  }
  const path = '/callbacks/recording/t0k3n'

  test.each([
    ['completed', 'ready'],
    ['in-progress', 'recording'],
    ['absent', 'none'],
    ['failed', 'none'],
  ])('%s means %s', (RecordingStatus, state) => {
    const news = carrierAt('http://unused.invalid').readRecordingNews(signed(path, { ...body, RecordingStatus }))
    expect(news).toEqual({ carrierCallId: 'CA1', recordingId: 'RE1', state })
  })

  test.each([
    ['unsigned', { ...signed(path, body), headers: {} }],
    ['about no recording', signed(path, { CallSid: 'CA1' })],
    ['in an unknown state', signed(path, { ...body, RecordingStatus: 'melted' })],
  ])('a callback that is %s means nothing', (_case, callback) => {
    expect(carrierAt('http://unused.invalid').readRecordingNews(callback)).toBeNull()
  })
})

describe('CALL-9 an incoming text is read', () => {
  const body = { MessageSid: 'SM1', From: '+491555550123', To: '+12025550100', Body: ' Skip ', NumMedia: '0' }

  test('as written', () => {
    const text = carrierAt('http://unused.invalid').readText(signed('/callbacks/text', body))
    expect(text).toEqual({ from: '+491555550123', body: ' Skip ', carrierMessageId: 'SM1', answered: null })
  })

  test.each([
    ['STOP', 'stop'],
    ['START', 'start'],
    ['HELP', 'help'],
    ['LATER', null],
  ])("with the carrier's own keyword and whether it replied: OptOutType %s", (OptOutType, answered) => {
    const text = carrierAt('http://unused.invalid').readText(signed('/callbacks/text', { ...body, OptOutType }))
    expect(text?.answered).toBe(answered)
  })

  test.each([
    ['unsigned', { ...signed('/callbacks/text', body), headers: {} }],
    ['without a sender', signed('/callbacks/text', { MessageSid: 'SM1', Body: 'SKIP' })],
  ])('but not if it is %s', (_case, callback) => {
    expect(carrierAt('http://unused.invalid').readText(callback)).toBeNull()
  })
})
