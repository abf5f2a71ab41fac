import { preparePreviews } from '../use-cases/introductions.ts'
import { job } from './job.ts'

export const preparePreviewsJob = job('prepare-previews', preparePreviews)
