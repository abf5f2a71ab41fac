import { prepareVoice } from '../use-cases/introductions.ts'
import { job } from './job.ts'

export const prepareVoiceJob = job('prepare-voice', prepareVoice)
