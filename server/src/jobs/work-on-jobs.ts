import type { JobName } from '../ports/jobs.ts'
import type { Services } from '../ports/services.ts'
import type { Job } from './job.ts'
import { buildExportJob } from './build-export.ts'
import { eraseFilesJob } from './erase-files.ts'
import { preparePreviewsJob } from './prepare-previews.ts'
import { prepareSpeechJob } from './prepare-speech.ts'
import { prepareVoiceJob } from './prepare-voice.ts'
import { sendAnnouncementJob } from './send-announcement.ts'
import { sendCodeJob } from './send-code.ts'
import { sendEmailChangedJob } from './send-email-changed.ts'
import { sendGuessWarningJob } from './send-guess-warning.ts'
import { sendNoticeJob } from './send-notice.ts'
import { sendNumberMovedJob } from './send-number-moved.ts'
import { sendWelcomeJob } from './send-welcome.ts'
import { settleCarrierCallJob } from './settle-carrier-call.ts'

// One row per name: a job without code does not compile.
const jobs: Record<JobName, Job> = {
  'prepare-speech': prepareSpeechJob,
  'prepare-voice': prepareVoiceJob,
  'prepare-previews': preparePreviewsJob,
  'send-code': sendCodeJob,
  'send-welcome': sendWelcomeJob,
  'send-number-moved': sendNumberMovedJob,
  'send-guess-warning': sendGuessWarningJob,
  'send-email-changed': sendEmailChangedJob,
  'send-notice': sendNoticeJob,
  'build-export': buildExportJob,
  'erase-files': eraseFilesJob,
  'settle-carrier-call': settleCarrierCallJob,
  'send-announcement': sendAnnouncementJob,
}

type Queue = { work(run: (name: JobName, payload: unknown) => Promise<void>): Promise<void> }

/** Begins to work on everything that is enqueued; a job that throws is logged and tried again. */
export function workOnJobs(services: Services, queue: Queue): Promise<void> {
  return queue.work(async (name, payload) => {
    try {
      await jobs[name].run(services, payload)
      services.metrics.jobEnded(name, 'completed')
    } catch (error) {
      services.metrics.jobEnded(name, 'failed')
      services.log.warn({ job: name, error }, 'a job failed and will be tried again')
      throw error
    }
  })
}
