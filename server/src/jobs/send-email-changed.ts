import { sendEmailChanged } from '../use-cases/send-email-changed.ts'
import { job } from './job.ts'

export const sendEmailChangedJob = job('send-email-changed', sendEmailChanged)
