import { startWorld } from '../../exchange/src/testing/carrier-world.ts'
import { response } from '../../exchange/src/testing/subscriber.ts'
import type { Carrier, VerificationService } from '../../server/src/carrier/carrier.ts'
import { TEXT_NEWS_PATH } from '../../server/src/carrier/lost-texts.ts'
import { mendCarrier } from '../../server/src/carrier/setup/watch-setup.ts'
import { twilioCarrier } from '../../server/src/carrier/twilio.adapter.ts'
import { sendText } from '../../server/src/carrier/twilio/messages.ts'
import {
  fakeCarrierAccount,
  OWN_NUMBER,
  SERVICE_SID,
  VERIFY_SID,
} from '../../server/test/harness/outside/carrier-account.ts'
import { tryCall, tryText } from '../setup/try-phone.ts'
import type { Exchange } from './contract.ts'
import { startRecorder } from './recorder.ts'

type World = Awaited<ReturnType<typeof startWorld>>

/** The verbs that read callbacks and write responses send no requests. */
type SendsNothing = 'bearsSignature' | `read${string}` | `render${string}`
type Sending = Exclude<keyof Carrier, SendsNothing>

/** A recorded call and a text, through every verb of the port that sends requests. A new verb fails to compile here. */
export async function requestsOfCalls(): Promise<Exchange[]> {
  await using world = await startWorld({ verifyServiceSid: VERIFY_SID })
  const { sandbox, subscriber, phone } = world
  await using recorder = await startRecorder(sandbox.url, { whole: true })
  const carrier = twilioCarrier({
    apiUrl: recorder.url,
    accountSid: sandbox.accountSid,
    authToken: sandbox.authToken,
    secondaryAuthToken: null,
    callerNumbers: [sandbox.phoneNumber],
    messagingServiceSid: null,
    verifyServiceSid: VERIFY_SID,
    publicUrl: subscriber.url,
    voices: null,
    clock: { now: () => Date.now() },
    metrics: { carrierFailed: () => {} },
  })
  subscriber.answer('/callbacks/voice/t0k3n', response('<Gather timeout="60"><Say>Press 1</Say></Gather>'))
  const call = { to: phone.number, token: 't0k3n', machineDetection: true, record: true }
  const placed = await carrier.placeCall(call)
  if (placed.outcome !== 'accepted') throw new Error(`the sandbox refused the call: ${placed.outcome}`)
  const inHand = await phone.expectCall()
  await inHand.pickUp()
  const id = placed.carrierCallId
  let recordings: string[] = []
  const asks: Record<Exclude<Sending, 'placeCall'>, () => Promise<unknown>> = {
    fetchCall: () => carrier.fetchCall(id),
    recentCalls: () => carrier.recentCalls(phone.number),
    callsSince: () => carrier.callsSince(Date.now() - 60_000),
    redirect: () => carrier.redirect(id, '/callbacks/voice/t0k3n'),
    failedSpeech: () => carrier.failedSpeech(id),
    endCall: () => carrier.endCall(id),
    recordingsOf: async () => (recordings = await carrier.recordingsOf(id)),
    fetchRecording: () => carrier.fetchRecording(recordings[0]!),
    deleteRecording: () => carrier.deleteRecording(recordings[0]!),
    sendText: () =>
      carrier.sendText({ to: phone.number, body: 'Your wake-up call is at 06:30.', newsPath: TEXT_NEWS_PATH }),
    verification: () => sendAndEnd(carrier.verification!, phone.number),
  }
  for (const ask of Object.values(asks)) await ask()
  for (let texts = 0; texts < 3; texts++) await phone.expectText()
  await tryPhone(world, recorder.url)
  // No document describes a recording's audio.
  return recorder.exchanges.filter(({ path }) => !path.endsWith('.wav'))
}

/** Like check-setup with --call and --text. */
async function tryPhone({ sandbox, subscriber, phone }: World, apiUrl: string): Promise<void> {
  subscriber.answer('/callbacks/inbound-call', response('<Say>This number only makes calls.</Say>'))
  const { accountSid, authToken, phoneNumber } = sandbox
  const carrier = { apiUrl, accountSid, authToken, callerNumbers: [phoneNumber] as const, messagingServiceSid: null }
  const home = { callbackUrl: subscriber.url, carrier }
  const trying = tryCall(home, phone.number)
  await (await phone.expectCall()).pickUp()
  for (const { says, state } of [await trying, await tryText(home, phone.number)])
    if (state !== 'right') throw new Error(`trying a phone failed: ${says}`)
  await phone.expectText()
}

async function sendAndEnd(service: VerificationService, to: string): Promise<void> {
  for (const how of ['canceled', 'approved'] as const) {
    const sent = await service.send({ to, code: '407192' })
    if (sent.outcome !== 'sent') throw new Error(`the sandbox sent no code: ${sent.reason}`)
    await service.end(sent.verificationId, how)
  }
}

/** Everything that check-setup reads and fixes, and a text through the messaging service. */
export async function requestsOfSetup(): Promise<Exchange[]> {
  const publicUrl = 'https://wake.example'
  await using account = await fakeCarrierAccount(publicUrl)
  await using recorder = await startRecorder(account.url, { whole: false })
  const { state } = account
  Object.assign(state, { voiceCountries: [], textCountries: [], senders: [], callerIds: [OWN_NUMBER] })
  Object.assign(state.number, { sms_url: null, voice_url: null })
  state.service.use_inbound_webhook_on_number = false
  state.verification.custom_code_enabled = false
  const { accountSid } = account
  const home = {
    publicUrl,
    callerNumbers: [OWN_NUMBER] as const,
    countries: ['US', 'DE'],
    messagingServiceSid: SERVICE_SID,
    verifyServiceSid: VERIFY_SID,
    texts: true,
  }
  const signedIn = { apiUrl: recorder.url, accountSid, authToken: state.token }
  await mendCarrier(signedIn, home)
  await sendText(
    { ...signedIn, secondaryAuthToken: null },
    {
      to: '+4915123456789',
      from: OWN_NUMBER,
      body: 'Your wake-up call is at 06:30.',
      messagingServiceSid: SERVICE_SID,
      newsUrl: `${publicUrl}${TEXT_NEWS_PATH}`,
    },
  )
  return recorder.exchanges
}
