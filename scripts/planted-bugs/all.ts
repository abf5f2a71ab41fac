import { accountBugs } from './bugs/account-bugs.ts'
import { backupBugs } from './bugs/backup-bugs.ts'
import { bendBugs } from './bugs/bend-bugs.ts'
import { budgetBugs } from './bugs/budget-bugs.ts'
import { carrierBugs } from './bugs/carrier/carrier-bugs.ts'
import { setupBugs } from './bugs/carrier/setup-bugs.ts'
import { codeBugs } from './bugs/code-bugs.ts'
import { crownBugs } from './bugs/crown-bugs.ts'
import { dispatchBugs } from './bugs/dispatch-bugs.ts'
import { doorBugs } from './bugs/door-bugs.ts'
import { entryBugs } from './bugs/entry-bugs.ts'
import { floodBugs } from './bugs/flood-bugs.ts'
import { occurrenceBugs } from './bugs/occurrence-bugs.ts'
import { pauseBugs } from './bugs/pause-bugs.ts'
import { planBugs } from './bugs/plan-bugs.ts'
import { privacyBugs } from './bugs/privacy-bugs.ts'
import { speechBugs } from './bugs/speech-bugs.ts'
import { wakingBugs } from './bugs/waking-bugs.ts'
import type { PlantedBug } from './planted-bug.ts'

/** By where the bug is. */
export const bugGroups: Readonly<Record<string, readonly PlantedBug[]>> = {
  dispatch: dispatchBugs,
  carrier: carrierBugs,
  'first day': setupBugs,
  occurrence: occurrenceBugs,
  pause: pauseBugs,
  doors: doorBugs,
  entry: entryBugs,
  flood: floodBugs,
  budgets: budgetBugs,
  privacy: privacyBugs,
  codes: codeBugs,
  crown: crownBugs,
  speech: speechBugs,
  waking: wakingBugs,
  plans: planBugs,
  account: accountBugs,
  bends: bendBugs,
  backup: backupBugs,
}
