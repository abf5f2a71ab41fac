import type { Tone } from '../ui/badge.tsx'

type Shown = { word: string; tone: Tone }

const PENDING: Shown = { word: 'Pending', tone: 'warn' }
const BADGES: Readonly<Record<string, Shown>> = {
  completed: { word: 'Completed', tone: 'good' },
  unconfirmed: { word: 'Not confirmed', tone: 'warn' },
  failed: { word: 'Failed', tone: 'bad' },
  no_answer: { word: 'No Answer', tone: 'calm' },
  answered: { word: 'In progress', tone: 'warn' },
}

/** The label and color of a call's status; an unknown status counts as pending. */
export const statusBadge = (status: string, snoozed = false): Shown =>
  snoozed && status === 'completed' ? { word: 'Snoozed', tone: 'calm' } : (BADGES[status] ?? PENDING)
