import { CALL_KINDS, FINAL_STATUSES } from '@reveille/core/calls/call-lifecycle'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { JobPayloads } from '../jobs/jobs.ts'
import { counter, histogram } from './families.ts'

/** Seconds after a call's time; the last bucket is the cut-off. */
const LATENESS_STEPS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const REQUEST_STEPS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

// Series that alerts watch exist from the start, so that a first burst is growth as well.
const REQUESTS = (['accepted', 'rejected', 'not-placed', 'misconfigured', 'in-doubt'] as const).map((outcome) => ({
  outcome,
}))
const ENDS = CALL_KINDS.flatMap((kind) => FINAL_STATUSES.map((status) => ({ kind, status })))
const FAULTS = (['error', 'rejection', 'drawing'] as const).map((kind) => ({ kind }))
const ALARMS = (['spending', 'text-conversion', 'budget', 'blocked', 'calls-to-number', 'setup', 'texts'] as const).map(
  (alarm) => ({ alarm }),
)
// The words of calls wait in the calls' rows (preparations.sql.ts), and are counted with the queue's jobs.
const JOB_ENDS = [...Object.keys(JobPayloads), 'prepare-speech'].flatMap((queue) =>
  (['completed', 'failed'] as const).map((result) => ({ queue, result })),
)

/** What one process counts and measures; `speechEngines` are those that it has. */
export function whatIsCounted(speechEngines: readonly string[]) {
  const voicesRefused = speechEngines.flatMap((engine) =>
    VOICE_IDS.flatMap((voice) => (['auth', 'quota', 'invalid'] as const).map((reason) => ({ engine, voice, reason }))),
  )
  return {
    lateness: histogram('reveille_call_lateness_seconds', 'From the time of a call to our request to the carrier.', {
      steps: LATENESS_STEPS,
      known: [{}],
    }),
    waits: histogram(
      'reveille_call_rate_wait_seconds',
      "How long a call waited for its slot in the carrier's allowed rate.",
      { steps: LATENESS_STEPS, known: [{}] },
    ),
    delays: histogram('reveille_call_delay_seconds', "From a call's slot at the carrier to our request.", {
      steps: LATENESS_STEPS,
      known: [{}],
    }),
    requested: counter('reveille_calls_requested_total', 'Requests for a call, by what the carrier said.', REQUESTS),
    carrierFailures: counter(
      'reveille_carrier_failures_total',
      "Requests that the carrier refused or left without a clear answer, by HTTP status and the carrier's code.",
      [],
    ),
    ended: counter('reveille_calls_ended_total', 'Calls that ended, by kind and status.', ENDS),
    lost: counter('reveille_callbacks_lost_total', 'Calls of which the carrier knew more than it had told us.', [{}]),
    speechFailures: counter(
      'reveille_speech_failures_total',
      'Clips that an engine could not speak, so that the next one did, by engine, voice and reason.',
      voicesRefused,
    ),
    clips: counter(
      'reveille_speech_clips_total',
      'Clips of sentences, made or found stored, by engine.',
      speechEngines.flatMap((engine) => (['made', 'found'] as const).map((how) => ({ engine, how }))),
    ),
    speechCharacters: counter(
      'reveille_speech_characters_total',
      'Characters that an engine, or the carrier itself, was given to speak.',
      [...speechEngines, 'carrier', 'carrier-basic'].map((engine) => ({ engine })),
    ),
    speechCost: counter('reveille_speech_cost_total', 'What these characters cost at PRICE_SPEECH.', [{}]),
    speechFallbacks: counter(
      'reveille_speech_fallbacks_total',
      'Parts of calls that another engine spoke than the first, by the first and the one that did.',
      [...speechEngines.slice(1), 'carrier'].map((by) => ({ engine: speechEngines[0] ?? '', by })),
    ),
    alarms: counter('reveille_alarms_total', 'What wants somebody to look at once; the log says more.', ALARMS),
    jobs: counter('reveille_jobs_ended_total', 'Runs of background jobs, by queue and result.', JOB_ENDS),
    requests: histogram('reveille_http_request_seconds', 'Answers to requests, by route and status.', {
      steps: REQUEST_STEPS,
      known: [],
    }),
    errors: counter('reveille_http_errors_total', 'Answers to requests that were errors of ours.', [{}]),
    browserFaults: counter('reveille_browser_faults_total', 'Faults of pages, as browsers told them.', FAULTS),
  }
}
