import { emailChangedJob, sendEmailChanged } from './accounts/change-email.ts'
import { eraseFiles, eraseFilesJob } from './accounts/delete-account.ts'
import { buildExport, exportJob } from './accounts/export/build-export.ts'
import { settleCarrierCall, settleCarrierCallJob } from './calls/end-call.ts'
import { forgetLineCalls, forgetLineCallsJob } from './calls/forget-line-calls.ts'
import type { WithCarrier } from './carrier/carrier.ts'
import { noticeJob, sendNotice } from './notices/send-notice.ts'
import { textNumberChangedJob } from './phones/disown-number.ts'
import {
  numberChangedJob,
  secondNumberAddedJob,
  sendNumberChanged,
  textNumberChanged,
} from './phones/number-changed.ts'
import type { Job } from './platform/jobs/jobs.ts'
import type { Services } from './platform/services.ts'
import { approveVerification, approveVerificationJob } from './sign-in/codes/by-phone/end-verification.ts'
import {
  guessWarningJob,
  sendGuessWarning,
  textGuessWarning,
  textGuessWarningJob,
} from './sign-in/codes/guess-warning.ts'
import { codeJob } from './sign-in/codes/request-code.ts'
import { sendCode } from './sign-in/codes/send-code.ts'
import { sendWelcome, welcomeJob } from './sign-in/welcome.ts'
import type { WithSpeech } from './speech/engines/speech-engine.ts'
import { preparePreviews, previewsJob } from './speech/voice-previews.ts'
import { announcementJob, sendAnnouncement } from './texts/announce-calls.ts'

type JobServices = Services & WithCarrier & WithSpeech
type Handler = { job: Job<object>; run(services: JobServices, payload: unknown): Promise<void> }

const HANDLERS = [
  handler(previewsJob, preparePreviews),
  handler(codeJob, sendCode),
  handler(approveVerificationJob, approveVerification),
  handler(welcomeJob, sendWelcome),
  handler(guessWarningJob, sendGuessWarning),
  handler(textGuessWarningJob, textGuessWarning),
  handler(emailChangedJob, sendEmailChanged),
  handler(numberChangedJob, sendNumberChanged),
  handler(secondNumberAddedJob, sendNumberChanged),
  handler(textNumberChangedJob, textNumberChanged),
  handler(noticeJob, sendNotice),
  handler(exportJob, buildExport),
  handler(eraseFilesJob, eraseFiles),
  handler(forgetLineCallsJob, forgetLineCalls),
  handler(settleCarrierCallJob, settleCarrierCall),
  handler(announcementJob, sendAnnouncement),
]

export const JOBS: readonly Job<object>[] = HANDLERS.map(({ job }) => job)

function handler<Payload extends object>(
  job: Job<Payload>,
  verb: (services: JobServices, payload: Payload) => Promise<void>,
): Handler {
  return { job, run: (services, payload) => verb(services, job.payload.parse(payload)) }
}

type WorkQueue = { work(run: (name: string, payload: unknown) => Promise<void>): Promise<void> }

/** Starts working on enqueued jobs. A job that throws is retried with backoff. */
export function workOnJobs(services: JobServices, queue: WorkQueue): Promise<void> {
  const handlers = new Map(HANDLERS.map(({ job, run }) => [job.name, run]))
  return queue.work(async (name, payload) => {
    try {
      await handlers.get(name)!(services, payload)
      services.metrics.jobEnded(name, 'completed')
    } catch (error) {
      services.metrics.jobEnded(name, 'failed')
      services.log.warn({ job: name, error }, 'job failed, will retry')
      throw error
    }
  })
}
