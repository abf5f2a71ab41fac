import { iso, type Check } from './check.ts'
import { MARK_TO_REQUEST_MS } from './timing.ts'

/** Nobody who deleted their account is called, on any number that was ever theirs. */
export const checkLeaving: Check = ({ log, people }, { gone }, report) => {
  for (const { userId, phones, leftAt } of gone) {
    if (leftAt === null) continue
    for (const { at, to } of log.requests)
      if (phones.includes(to) && at > leftAt + MARK_TO_REQUEST_MS)
        report(`I22 ${to} was called at ${iso(at)}, person ${userId} had left at ${iso(leftAt)}`)
  }
  for (const { userId, leftAt } of people)
    if (leftAt !== null && !gone.some((person) => person.userId === userId))
      report(`I22 person ${userId} left at ${iso(leftAt)} and is still there`)
}
