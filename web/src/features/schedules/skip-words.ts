import type { LocalMoment } from '@reveille/contract/instant'
import { clockTime, shortDate } from '../../format/local-formats.ts'

/** SCHED-9: 'Your skip of Mon, Jan 18 at 6:30 AM no longer applies.' */
export function droppedSkipsText(skips: readonly LocalMoment[]): string {
  return `${yourSkips(skips)} no longer ${skips.length === 1 ? 'applies' : 'apply'}.`
}

/** 'Your skip of Mon, Jan 18 at 6:30 AM stays.' */
export function keptSkipsText(skips: readonly LocalMoment[]): string {
  return `${yourSkips(skips)} ${skips.length === 1 ? 'stays' : 'stay'}.`
}

function yourSkips(skips: readonly LocalMoment[]): string {
  const moments = skips.map(({ date, weekday, time }) => `${shortDate(date, weekday)} at ${clockTime(time)}`)
  return `Your ${skips.length === 1 ? 'skip' : 'skips'} of ${new Intl.ListFormat('en').format(moments)}`
}
