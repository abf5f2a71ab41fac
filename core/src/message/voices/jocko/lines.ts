import { linesFrom } from '../lines-from.ts'
import * as followUps from './follow-ups.ts'
import * as goodbyes from './goodbyes.ts'
import * as keys from './keys.ts'
import * as openings from './openings.ts'
import * as steps from './steps.ts'
import * as struggles from './struggles.ts'
import * as why from './why.ts'

/** The Sergeant: short orders, verb first, and the order is the sleeper's own. */
export const JOCKO = linesFrom({
  ...followUps,
  ...goodbyes,
  ...keys,
  ...openings,
  ...steps,
  ...struggles,
  ...why,
})
