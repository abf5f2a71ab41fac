import { sendNumberMoved } from '../use-cases/send-number-moved.ts'
import { job } from './job.ts'

export const sendNumberMovedJob = job('send-number-moved', sendNumberMoved)
