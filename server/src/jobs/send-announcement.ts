import { sendAnnouncement } from '../use-cases/announce-calls.ts'
import { job } from './job.ts'

export const sendAnnouncementJob = job('send-announcement', sendAnnouncement)
