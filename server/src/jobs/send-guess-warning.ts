import { sendGuessWarning } from '../use-cases/send-guess-warning.ts'
import { job } from './job.ts'

export const sendGuessWarningJob = job('send-guess-warning', sendGuessWarning)
