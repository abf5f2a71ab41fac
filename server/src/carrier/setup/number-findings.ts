import type { CallerNumberLooks, OwnNumber } from './carrier-setup.ts'
import { right, TEXTS, unseen, wrong, type Finding, type Installation } from './finding.ts'

const CALLS = '/callbacks/inbound-call'

/** Whether a caller number is ours, carries calls and texts, and delivers both to us. */
export function ofNumber(looks: CallerNumberLooks, home: Installation): Finding[] {
  const { callerNumber, number, isVerifiedCallerId } = looks
  const what = `Number ${callerNumber}`
  if ('unseen' in number) return [unseen(what, number.unseen)]
  if (number.seen === null) {
    const isVerified = 'seen' in isVerifiedCallerId && isVerifiedCallerId.seen
    const says = isVerified
      ? "it's a verified caller ID, not a number of this account: calls leave, texts don't, and nobody can call back"
      : 'it does not belong to this account'
    return [wrong(what, says, 'buy a number with voice and SMS, and set TWILIO_PHONE_NUMBER')]
  }
  const { voice, sms } = number.seen.capabilities
  const lacks = [...(voice ? [] : ['calls']), ...(sms || !home.texts ? [] : ['texts'])]
  const can =
    lacks.length === 0
      ? right(what, home.texts ? 'calls and texts' : 'calls')
      : wrong(
          what,
          `it carries no ${lacks.join(' and no ')}`,
          voice
            ? 'buy a number with SMS, too, or set TEXTS=off: codes then come by call'
            : 'buy a number with voice and SMS',
        )
  return [
    can,
    ...[
      ...(sms && (home.hearsTexts ?? home.texts) ? [ofTextAddress(number.seen, home)] : []),
      ...(voice ? [ofVoiceAddress(number.seen, home)] : []),
    ].map((one) => ({
      ...one,
      at: callerNumber,
      what: `${one.what}${home.callerNumbers.length > 1 ? ` at ${callerNumber}` : ''}`,
    })),
  ]
}

function ofTextAddress(number: OwnNumber, { publicUrl }: Installation): Finding {
  const wanted = `${publicUrl}${TEXTS}`
  const what = 'Texts to us'
  const isOurs = number.sms_url === wanted && number.sms_method === 'POST' && number.sms_application_sid === ''
  if (isOurs) return right(what, `they reach ${wanted}`)
  const place = elsewhere(number.sms_application_sid, number.sms_url)
  return {
    ...wrong(
      what,
      `${place}: nobody can skip a call or stop texts by text`,
      `let the number post its messages to ${wanted}`,
    ),
    ...ofOwnNumber(number, { SmsUrl: wanted, SmsMethod: 'POST', SmsApplicationSid: '' }),
  }
}

function ofVoiceAddress(number: OwnNumber, { publicUrl }: Installation): Finding {
  const wanted = `${publicUrl}${CALLS}`
  const what = 'Calls back to us'
  const other = number.trunk_sid === '' ? number.voice_application_sid : number.trunk_sid
  if (number.voice_url === wanted && number.voice_method === 'POST' && other === '')
    return right(what, `they reach ${wanted}`)
  const says =
    number.voice_url === '' && other === ''
      ? "they reach the carrier's own demonstration, which you pay for"
      : `${elsewhere(other, number.voice_url)}: whoever calls back hears something else`
  return {
    ...wrong(what, says, `let the number post its calls to ${wanted}`),
    ...ofOwnNumber(number, { VoiceUrl: wanted, VoiceMethod: 'POST', VoiceApplicationSid: '', TrunkSid: '' }),
  }
}

const elsewhere = (application: string, url: string): string =>
  application === '' ? `they go to ${url === '' ? 'nobody' : url}` : `they go to ${application}`

function ofOwnNumber(number: OwnNumber, form: Record<string, string>): Required<Pick<Finding, 'mend' | 'was'>> {
  const old: Record<string, unknown> = number
  const valueOf = (field: string) => String(old[field.replaceAll(/(?<!^)[A-Z]/g, '_$&').toLowerCase()])
  const was = Object.fromEntries(Object.keys(form).map((field) => [field, valueOf(field)]))
  return { mend: { path: `/IncomingPhoneNumbers/${number.sid}.json`, method: 'POST', form }, was }
}
