import { sendNotice } from '../use-cases/send-notice.ts'
import { job } from './job.ts'

export const sendNoticeJob = job('send-notice', sendNotice)
