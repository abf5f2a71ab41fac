import type { Callback, Carrier } from '../ports/carrier.ts'
import type { Clock } from '../ports/clock.ts'
import { readCallFields, readRecordingFields, readTextFields } from './twilio-callback.ts'
import { callsSince, endCall, fetchCall, placeCall, recentCalls } from './twilio-calls.ts'
import { sendText } from './twilio-messages.ts'
import { deleteRecording, fetchRecording, recordingsOf } from './twilio-recordings.ts'
import type { TwilioAccount } from './twilio-request.ts'
import { isGenuine } from './twilio-signature.ts'
import { messageTwiml, twiml } from './twiml.ts'

const SIGNATURE_HEADER = 'x-twilio-signature'
const XML = 'text/xml; charset=utf-8'

type TwilioOptions = TwilioAccount & {
  /** Calls and texts come from it (E.164). */
  callerNumber: string
  /** Where the carrier reaches us; its signatures are over this address, whatever a request says about its host. */
  publicUrl: string
  clock: Pick<Clock, 'now'>
}

/** A carrier that speaks Twilio's protocol: Twilio itself, a compatible one, or the phone sandbox. */
export function twilioCarrier({ callerNumber, publicUrl, clock, ...account }: TwilioOptions): Carrier {
  const authTokens = [account.authToken, account.secondaryAuthToken ?? '']
  const genuine = ({ pathAndQuery, form, headers }: Callback) =>
    isGenuine({ authTokens, url: publicUrl + pathAndQuery, form, signature: headers[SIGNATURE_HEADER] })
  return {
    callerNumber,
    placeCall: (call) => placeCall(account, publicUrl, { ...call, from: callerNumber }),
    fetchCall: (carrierCallId) => fetchCall(account, carrierCallId, clock.now()),
    recentCalls: (to) => recentCalls(account, { to, from: callerNumber }, clock.now()),
    callsSince: (since) => callsSince(account, { from: callerNumber, since }, clock.now()),
    endCall: (carrierCallId) => endCall(account, carrierCallId),
    sendText: (text) => sendText(account, { ...text, from: callerNumber }),
    readCallback: (callback) => (genuine(callback) ? readCallFields(callback.form, clock.now()) : null),
    readRecordingNews: (callback) => (genuine(callback) ? readRecordingFields(callback.form) : null),
    readText: (callback) => (genuine(callback) ? readTextFields(callback.form) : null),
    fetchRecording: (recordingId) => fetchRecording(account, recordingId),
    recordingsOf: (carrierCallId) => recordingsOf(account, carrierCallId),
    deleteRecording: (recordingId) => deleteRecording(account, recordingId),
    renderScript: (steps) => ({ contentType: XML, body: twiml(steps, publicUrl) }),
    renderReply: (body) => ({ contentType: XML, body: messageTwiml(body) }),
  }
}
