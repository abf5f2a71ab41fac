import type { Tone } from '../ui/badge.tsx'

/** The label and color of a call's status; an unknown status counts as pending. */
export function statusBadge(status: string, snoozed = false): { word: string; tone: Tone } {
  switch (status) {
    case 'completed':
      return { word: snoozed ? 'Snoozed' : 'Completed', tone: snoozed ? 'calm' : 'good' }
    case 'unconfirmed':
      return { word: 'Not confirmed', tone: 'warn' }
    case 'failed':
      return { word: 'Failed', tone: 'bad' }
    case 'no_answer':
      return { word: 'No Answer', tone: 'calm' }
    case 'answered':
      return { word: 'In progress', tone: 'warn' }
    default:
      return { word: 'Pending', tone: 'warn' }
  }
}
