import { carrierBugs } from './carrier-bugs.ts'
import { dispatchBugs } from './dispatch-bugs.ts'
import { entryBugs } from './entry-bugs.ts'
import { floodBugs } from './flood-bugs.ts'
import { morningBugs } from './morning-bugs.ts'
import { pauseBugs } from './pause-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'
import { privacyBugs } from './privacy-bugs.ts'
import { speechBugs } from './speech-bugs.ts'
import { textedCodeBugs } from './texted-code-bugs.ts'

/** By where the mistake is made. */
export const bugGroups: Readonly<Record<string, readonly PlantedBug[]>> = {
  dispatch: dispatchBugs,
  carrier: carrierBugs,
  morning: morningBugs,
  pause: pauseBugs,
  entry: entryBugs,
  flood: floodBugs,
  privacy: privacyBugs,
  'texted code': textedCodeBugs,
  speech: speechBugs,
}
