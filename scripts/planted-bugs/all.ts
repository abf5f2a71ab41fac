import { carrierBugs } from './carrier-bugs.ts'
import { codeBugs } from './code-bugs.ts'
import { dispatchBugs } from './dispatch-bugs.ts'
import { doorBugs } from './door-bugs.ts'
import { entryBugs } from './entry-bugs.ts'
import { floodBugs } from './flood-bugs.ts'
import { occurrenceBugs } from './occurrence-bugs.ts'
import { pauseBugs } from './pause-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'
import { privacyBugs } from './privacy-bugs.ts'
import { speechBugs } from './speech-bugs.ts'
import { wakingBugs } from './waking-bugs.ts'

/** By where the bug is. */
export const bugGroups: Readonly<Record<string, readonly PlantedBug[]>> = {
  dispatch: dispatchBugs,
  carrier: carrierBugs,
  occurrence: occurrenceBugs,
  pause: pauseBugs,
  doors: doorBugs,
  entry: entryBugs,
  flood: floodBugs,
  privacy: privacyBugs,
  codes: codeBugs,
  speech: speechBugs,
  waking: wakingBugs,
}
