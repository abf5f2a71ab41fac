import type { ApiRequest } from './carrier-api.ts'
import type { CallerNumberLooks, CarrierSetup, MessagingService } from './carrier-setup.ts'
import { callsNorthAmerica, hint, right, TEXTS, unseen, wrong, type Finding, type Installation } from './finding.ts'

/** Whether texts can leave by the messaging service, and answers arrive. */
export function ofService({ account, messagingService, numbers }: CarrierSetup, home: Installation): Finding[] {
  const what = 'Messaging service'
  const { messagingServiceSid: sid } = home
  if (messagingService === null || sid === null) {
    if (!callsNorthAmerica(home)) return []
    const says =
      'none is set: a local number may text the United States only with a registered campaign, which hangs on one (30034)'
    return [hint(what, says, 'register, and set TWILIO_MESSAGING_SERVICE_SID (docs/carrier.md)')]
  }
  if ('unseen' in messagingService.service)
    return messagingService.service.unseen === 404 && 'seen' in account
      ? [wrong(what, `there is no ${sid}`, 'correct TWILIO_MESSAGING_SERVICE_SID')]
      : [unseen(what, messagingService.service.unseen)]
  return [
    ...numbers.map((number) => ofSender(messagingService, number, home)),
    ofInbound(messagingService, home),
    ofCampaigns(messagingService, home),
  ]
}

const serviceAt = (sid: string, below: string, form: Record<string, string>): ApiRequest => ({
  part: 'messaging',
  path: `/v1/Services/${encodeURIComponent(sid)}${below}`,
  method: 'POST',
  form,
})

function ofSender(
  { senders }: MessagingService,
  { callerNumber, number }: CallerNumberLooks,
  home: Installation,
): Finding {
  const what = `Messaging service's numbers${home.callerNumbers.length > 1 ? `: ${callerNumber}` : ''}`
  const own = 'seen' in number ? number.seen : null
  if ('unseen' in senders) return unseen(what, senders.unseen)
  if (senders.seen.includes(callerNumber)) return right(what, `${callerNumber} is one`)
  return {
    ...wrong(what, `${callerNumber} is none of them: every text is refused`, 'add the number to its sender pool'),
    ...(own !== null && {
      mend: serviceAt(home.messagingServiceSid!, '/PhoneNumbers', { PhoneNumberSid: own.sid }),
    }),
  }
}

function ofInbound({ service }: MessagingService, { publicUrl, messagingServiceSid }: Installation): Finding {
  const what = "Texts to the messaging service's numbers"
  const seen = 'seen' in service ? service.seen : null
  if (seen?.use_inbound_webhook_on_number === true || seen?.inbound_request_url === `${publicUrl}${TEXTS}`)
    return right(what, 'they reach us')
  return {
    ...wrong(what, 'they go where the service sends them, not to us', "choose 'Defer to sender's webhook'"),
    mend: serviceAt(messagingServiceSid!, '', { UseInboundWebhookOnNumber: 'true' }),
  }
}

function ofCampaigns({ campaigns }: MessagingService, home: Installation): Finding {
  const what = 'Campaign for the United States'
  if ('unseen' in campaigns) return unseen(what, campaigns.unseen)
  if (campaigns.seen.includes('VERIFIED')) return right(what, 'verified')
  const [state] = campaigns.seen
  const isPending = state !== undefined && !/FAILED|REJECTED|SUSPENDED/.test(state)
  return (callsNorthAmerica(home) ? wrong : hint)(
    what,
    `${state === undefined ? 'there is none' : `it is ${state}`}: texts there fail (30034)`,
    isPending
      ? 'wait: a review takes ten to fifteen working days; meanwhile texts reach other countries only'
      : "read the reason in the carrier's console, correct the campaign and submit it again",
  )
}
