import { sendEmailChanged } from './accounts/change-email.ts'
import { eraseFiles } from './accounts/delete-account.ts'
import { buildExport } from './accounts/export/build-export.ts'
import { settleCarrierCall } from './calls/settle-carrier-call.ts'
import { sendNotice } from './notices/send-notice.ts'
import { sendNumberChanged, sendSecondNumberAdded, textNumberChanged } from './phones/number-changed.ts'
import { JobPayloads, type JobName, type JobPayload } from './platform/jobs/jobs.ts'
import type { AllServices } from './services.ts'
import { approveVerification } from './sign-in/codes/by-phone/end-verification.ts'
import { sendGuessWarning, textGuessWarning } from './sign-in/codes/guess-warning.ts'
import { sendCode } from './sign-in/codes/send-code.ts'
import { sendWelcome } from './sign-in/welcome.ts'
import { preparePreviews } from './speech/voice-previews.ts'
import { sendAnnouncement } from './texts/announce-calls.ts'

type Verb<Name extends JobName> = (services: AllServices, payload: JobPayload<Name>) => Promise<void>

// One row per name: a job without code does not compile.
const jobs: { [Name in JobName]: Verb<Name> } = {
  'prepare-previews': preparePreviews,
  'send-code': sendCode,
  'approve-verification': approveVerification,
  'send-welcome': sendWelcome,
  'send-guess-warning': sendGuessWarning,
  'text-guess-warning': textGuessWarning,
  'send-email-changed': sendEmailChanged,
  'send-number-changed': sendNumberChanged,
  'send-second-number-added': sendSecondNumberAdded,
  'text-number-changed': textNumberChanged,
  'send-notice': sendNotice,
  'build-export': buildExport,
  'erase-files': eraseFiles,
  'settle-carrier-call': settleCarrierCall,
  'send-announcement': sendAnnouncement,
}

type Queue = { work(run: (name: JobName, payload: unknown) => Promise<void>): Promise<void> }

/** Starts working on enqueued jobs; a job that throws is logged and retried, with back-off. */
export function workOnJobs(services: AllServices, queue: Queue): Promise<void> {
  return queue.work(async (name, payload) => {
    try {
      await run(services, name, payload)
      services.metrics.jobEnded(name, 'completed')
    } catch (error) {
      services.metrics.jobEnded(name, 'failed')
      services.log.warn({ job: name, error }, 'a job failed and will be tried again')
      throw error
    }
  })
}

/** Payloads are validated once, here. */
function run<Name extends JobName>(services: AllServices, name: Name, payload: unknown): Promise<void> {
  return jobs[name](services, JobPayloads[name].parse(payload) as JobPayload<Name>)
}
