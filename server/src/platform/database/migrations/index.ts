import type { Migration } from 'kysely/migration'
import * as backbone from './0001-backbone.ts'
import * as accounts from './0002-accounts.ts'
import * as account from './0003-account.ts'
import * as recordingsSought from './0004-recordings-sought.ts'
import * as spending from './0005-spending.ts'
import * as zoneData from './0006-zone-data.ts'
import * as namedCall from './0007-named-call.ts'
import * as preparations from './0008-preparations.ts'
import * as stoppedOccurrences from './0009-stopped-occurrences.ts'
import * as codeSending from './0010-code-sending.ts'
import * as waking from './0011-waking-needs-0011.ts'
import * as numberChanges from './0013-number-changes.ts'
import * as accountEvents from './0014-account-events.ts'
import * as spokenName from './0015-spoken-name.ts'
import * as calendarHashes from './0016-calendar-hashes-needs-0016.ts'
import * as weekdayTimes from './0017-weekday-times.ts'
import * as notes from './0018-notes.ts'
import * as daysOff from './0019-days-off.ts'
import * as secondNumbers from './0020-second-numbers.ts'
import * as codeDelivery from './0021-code-delivery.ts'
import * as callerNumbers from './0023-caller-numbers.ts'
import * as verifications from './0024-verifications.ts'
import * as provenByCall from './0025-proven-by-call.ts'
import * as pausedByStop from './0026-paused-by-stop.ts'
import * as versions from './0027-versions.ts'
import * as codeCallStops from './0028-code-call-stops.ts'

/** In order; a migration that has been released is never changed, only followed by another. */
export const migrations: Record<string, Migration> = {
  '0001-backbone': backbone,
  '0002-accounts': accounts,
  '0003-account': account,
  '0004-recordings-sought': recordingsSought,
  '0005-spending': spending,
  '0006-zone-data': zoneData,
  '0007-named-call': namedCall,
  '0008-preparations': preparations,
  '0009-stopped-occurrences': stoppedOccurrences,
  '0010-code-sending': codeSending,
  '0011-waking-needs-0011': waking,
  '0013-number-changes': numberChanges,
  '0014-account-events': accountEvents,
  '0015-spoken-name': spokenName,
  '0016-calendar-hashes-needs-0016': calendarHashes,
  '0017-weekday-times': weekdayTimes,
  '0018-notes': notes,
  '0019-days-off': daysOff,
  '0020-second-numbers': secondNumbers,
  '0021-code-delivery': codeDelivery,
  '0023-caller-numbers': callerNumbers,
  '0024-verifications': verifications,
  '0025-proven-by-call': provenByCall,
  '0026-paused-by-stop': pausedByStop,
  '0027-versions': versions,
  '0028-code-call-stops': codeCallStops,
}
