import { eraseFiles } from '../use-cases/erase-files.ts'
import { job } from './job.ts'

export const eraseFilesJob = job('erase-files', eraseFiles)
