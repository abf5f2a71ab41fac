import { sendCode } from '../use-cases/send-code.ts'
import { job } from './job.ts'

export const sendCodeJob = job('send-code', sendCode)
