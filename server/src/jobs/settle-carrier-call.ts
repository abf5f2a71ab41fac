import { settleCarrierCall } from '../use-cases/erase-files.ts'
import { job } from './job.ts'

export const settleCarrierCallJob = job('settle-carrier-call', settleCarrierCall)
