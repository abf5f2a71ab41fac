import { sendWelcome } from '../use-cases/send-welcome.ts'
import { job } from './job.ts'

export const sendWelcomeJob = job('send-welcome', sendWelcome)
