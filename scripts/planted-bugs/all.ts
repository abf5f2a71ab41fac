import { carrierBugs } from './carrier-bugs.ts'
import { dispatchBugs } from './dispatch-bugs.ts'
import { entryBugs } from './entry-bugs.ts'
import { morningBugs } from './morning-bugs.ts'
import { privacyBugs } from './privacy-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'

export const plantedBugs: readonly PlantedBug[] = [
  ...dispatchBugs,
  ...carrierBugs,
  ...morningBugs,
  ...entryBugs,
  ...privacyBugs,
]
