import type { Migration } from 'kysely/migration'
import * as baseline from './0100-baseline.ts'
import * as versions from './0101-versions.ts'
import * as codeCallStops from './0102-code-call-stops.ts'
import * as ownerAndLinks from './0103-owner-and-links.ts'
import * as passkeys from './0104-passkeys.ts'
import * as emailProven from './0105-email-proven.ts'
import * as signals from './0106-signals.ts'
import * as cycles from './0107-cycles.ts'
import * as secondCarrier from './0108-second-carrier.ts'

/** In order. Never change a released migration; add another. */
export const migrations: Record<string, Migration> = {
  '0100-baseline': baseline,
  '0101-versions': versions,
  '0102-code-call-stops': codeCallStops,
  '0103-owner-and-links': ownerAndLinks,
  '0104-passkeys': passkeys,
  '0105-email-proven': emailProven,
  '0106-signals': signals,
  '0107-cycles': cycles,
  '0108-second-carrier': secondCarrier,
}
