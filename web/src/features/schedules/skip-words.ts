import type { LocalMoment } from '@reveille/contract/instant'
import { listText } from '../../browser/intl.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'

/** 'Your skip for Mon, Jan 18 at 6:30 AM no longer applies.' */
export function droppedSkipsText(skips: readonly LocalMoment[]): string {
  const [skip, applies] = skips.length === 1 ? ['skip', 'applies'] : ['skips', 'apply']
  return `Your ${skip} for ${moments(skips)} no longer ${applies}.`
}

/** "We'll still skip your call on Mon, Jan 18 at 6:30 AM." */
export function keptSkipsText(skips: readonly LocalMoment[]): string {
  return `We'll still skip your ${skips.length === 1 ? 'call' : 'calls'} on ${moments(skips)}.`
}

function moments(skips: readonly LocalMoment[]): string {
  const words = skips.map(({ date, weekday, time }) => `${shortDate(date, weekday)} at ${clockTime(time)}`)
  return listText('en', words)
}
