import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, onTestFinished, test } from 'vitest'
import { twilioCarrier } from '../twilio.adapter.ts'

// After a call the carrier is asked what it could not say, here with each way to fail. A voice is replaced only when the
// carrier reports it, never on a guess, which would put another voice into a call.

type Answer = (response: ServerResponse) => void

async function carrierAnswering(answer: Answer) {
  const state = { answer, asked: [] as string[] }
  const server = createServer((request, response) => {
    state.asked.push(request.url ?? '')
    state.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const carrier = twilioCarrier({
    voices: {},
    messagingServiceSid: null,
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: 'AC1',
    authToken: 'primary',
    secondaryAuthToken: null,
    callerNumbers: ['+12025550100'],
    publicUrl: 'https://wake.example',
    clock: { now: () => 0 },
    metrics: { carrierFailed: () => undefined },
  })
  const voices = () =>
    VOICE_IDS.map((voiceId) => {
      const { body } = carrier.renderScript([{ do: 'speak', text: 'Up', audioPath: null }], voiceId)
      return /voice="(.*?)"/.exec(body)?.[1] ?? 'man'
    })
  return { state, carrier, voices }
}

const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const told = (...codes: unknown[]) => json(200, { notifications: codes.map((error_code) => ({ error_code })) })

const NEURAL = [
  'Polly.Ruth-Neural',
  'Polly.Gregory-Neural',
  'Polly.Matthew-Neural',
  'Google.en-US-Neural2-I',
  'Polly.Joanna-Neural',
  'Google.en-US-Neural2-J',
]
const BASIC = ['woman', 'man', 'man', 'man', 'woman', 'man']

test.each<[string, Answer, number[], string[]]>([
  ['nothing', told(), [], NEURAL],
  ['reports a voice that it lacks', told('13512'), [13_512], BASIC],
  ['reports markup that it refuses', told(13_520), [13_520], BASIC],
  ['reports a script that it could not read', told(12_100, 13_512), [12_100, 13_512], BASIC],
  ['reports an unreachable address, and an error without a code', told(11_200, null), [], NEURAL],
])('CALL-8 when the carrier %s, its own voices speak, or its basic ones', async (...row) => {
  const [, answer, codes, voices] = row
  const asked = await carrierAnswering(answer)
  expect(await asked.carrier.failedSpeech('../CA1')).toEqual(codes)
  expect(asked.state.asked).toEqual(['/2010-04-01/Accounts/AC1/Calls/..%2FCA1/Notifications.json?PageSize=50'])
  expect(asked.voices()).toEqual(voices)
})

const unclear = 'no clear answer about what a call said'

test.each<[string, Answer, string | RegExp]>([
  ['is slow', () => undefined, /timeout/],
  ['refuses the request (422)', json(422, { code: 20_001 }), unclear],
  ['is rate limiting (429)', json(429, { code: 20_429 }), unclear],
  ['refuses our token (401)', json(401, { code: 20_003 }), unclear],
  ['is broken (503)', json(503, null), unclear],
  [
    'cuts off',
    (response) => void response.write('{"notifications":[', () => response.destroy()),
    /closed|terminated|aborted/,
  ],
  ['says nothing', (response) => void response.writeHead(200).end(), /JSON/],
  ['answers with a web page', (response) => void response.writeHead(200).end('<h1>Welcome</h1>'), /JSON/],
  ['answers in an unknown format', json(200, { alerts: [] }), /notifications/],
])('CALL-8 a carrier that %s has reported nothing: its voices stay, and it is asked again', async (...row) => {
  const [, answer, message] = row
  const { carrier, state, voices } = await carrierAnswering(answer)
  await expect(carrier.failedSpeech('CA1')).rejects.toThrow(message)
  expect(voices()).toEqual(NEURAL)
  state.answer = told(13_512)
  expect(await carrier.failedSpeech('CA1')).toEqual([13_512])
  expect(voices()).toEqual(BASIC)
})
