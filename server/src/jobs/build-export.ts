import { buildExport } from '../use-cases/build-export.ts'
import { job } from './job.ts'

export const buildExportJob = job('build-export', buildExport)
