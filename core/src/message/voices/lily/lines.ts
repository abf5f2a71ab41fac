import { linesFrom } from '../lines-from.ts'
import * as followUps from './follow-ups.ts'
import * as goodbyes from './goodbyes.ts'
import * as keys from './keys.ts'
import * as openings from './openings.ts'
import * as steps from './steps.ts'
import * as struggles from './struggles.ts'
import * as why from './why.ts'

/** Lily: slow and gentle, invites and never pushes. */
export const LILY = linesFrom({
  ...followUps,
  ...goodbyes,
  ...keys,
  ...openings,
  ...steps,
  ...struggles,
  ...why,
})
