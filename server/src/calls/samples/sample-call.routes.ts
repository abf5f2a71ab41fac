import { callRefusals } from '../../people/call-refusals.http.ts'
import type { WithPhoneNumbers } from '../../phones/phone-number-port.ts'
import { refuse, type Refusal, refusal } from '../../platform/http/errors.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { waitInWords } from '../../platform/limits/used-up.http.ts'
import type { Services } from '../../platform/services.ts'
import { SAMPLES_A_DAY, startSampleCall, type SampleOutcome } from './start-sample-call.ts'

/** A call on demand, to try the service. */
export const sampleCallRoutes: Routes<Services & WithPhoneNumbers> = (app, services) => {
  serve(app, 'startSample', async ({ userId, body }, reply) => {
    const started = await startSampleCall(services, userId, body?.timezone)
    if (started.outcome === 'started') {
      return { message: 'A sample wakeup call will be sent to your phone shortly.', callId: started.callId }
    }
    if (started.outcome === 'too-many' || started.outcome === 'held-back') {
      const { outcome, retryAfterS } = started
      const why =
        outcome === 'too-many'
          ? `You've used your ${SAMPLES_A_DAY} sample calls for today.`
          : 'There have been too many sample calls to this number or similar ones.'
      return refuse(reply, {
        status: 429,
        reason: outcome === 'too-many' ? 'sample-limit-reached' : 'too-many-requests',
        message: `${why} You can try again ${waitInWords(retryAfterS)}.`,
        retryAfterSeconds: retryAfterS,
      })
    }
    return refuse(reply, refusals[started.outcome])
  })
}

const refusals = {
  ...callRefusals,
  'preferences-missing': refusal(
    403,
    'preferences-missing',
    'Please set up your preferences before trying a sample call.',
  ),
  'under-way': refusal(429, 'under-way', 'A sample call is already on its way to your phone.'),
} satisfies Record<Exclude<SampleOutcome['outcome'], 'started' | 'too-many' | 'held-back'>, Refusal>
