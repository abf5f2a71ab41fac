import { prepareSpeech } from '../use-cases/prepare-speech.ts'
import { job } from './job.ts'

export const prepareSpeechJob = job('prepare-speech', prepareSpeech)
