import type { MorningTask, OpenMorning } from '@reveille/contract/calls'
import { digitsIn } from '@reveille/core/people/typed-text'
import { clockTime } from '../../format/local-formats.ts'

/** What to type, as a label: 'Type these digits: 4 7 3'; null for a button. */
export function taskLabel(task: MorningTask): string | null {
  switch (task.kind) {
    case 'button':
      return null
    case 'digits':
      return `Type these digits: ${[...task.digits].join(' ')}`
    case 'sum':
      return `What's ${task.a} + ${task.b}?`
  }
}

/** Which call is answered. */
export function morningWords({ at, isSecondCheck }: Pick<OpenMorning, 'at' | 'isSecondCheck'>): string {
  const time = clockTime(at.time)
  return isSecondCheck ? `This is the second check of your ${time} call.` : `It counts for your ${time} call.`
}

/** What may be typed as an answer: digits, no more than fit. */
export const answerDigits = (typed: string): string => digitsIn(typed).slice(0, 8)
