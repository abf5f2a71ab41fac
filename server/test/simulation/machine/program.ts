import { findAccountDetails } from '../../../src/accounts/accounts.sql.ts'
import { changeConsents } from '../../../src/accounts/change-account.ts'
import { eraseAccount } from '../../../src/accounts/delete-account.ts'
import { beginDialogue, goOn } from '../../../src/calls/callbacks/call-dialogue.ts'
import { callOfCallback } from '../../../src/calls/change-call.ts'
import { handleCarrierEvent } from '../../../src/calls/handle-carrier-event.ts'
import { toCall } from '../../../src/calls/history/call-view.ts'
import { listHistory } from '../../../src/calls/history/history.sql.ts'
import { answerMorning, openMorning } from '../../../src/calls/morning/answer-morning.ts'
import { startSampleCall } from '../../../src/calls/samples/start-sample-call.ts'
import { workOnJobs } from '../../../src/job-handlers.ts'
import { isCallable } from '../../../src/people/callable.sql.ts'
import { findAccount } from '../../../src/people/people.sql.ts'
import { withPerson } from '../../../src/people/with-person.ts'
import { acceptNumber } from '../../../src/phones/accept-number.ts'
import { removeSecond } from '../../../src/phones/accept-number.ts'
import { disownNumber, disownUrl } from '../../../src/phones/disown-number.ts'
import { inTransaction } from '../../../src/platform/database/transaction.ts'
import { savePreferences } from '../../../src/preferences/preferences.routes.ts'
import { addDaysOff, daysOffOf, removeDaysOff } from '../../../src/schedules/days-off/change-days-off.ts'
import { deleteSchedule } from '../../../src/schedules/delete-schedule.ts'
import { saveSchedule } from '../../../src/schedules/save-schedule.ts'
import { toSchedule } from '../../../src/schedules/schedule-view.ts'
import { listSchedules } from '../../../src/schedules/schedules.sql.ts'
import { skipNextCall } from '../../../src/schedules/skip-call.ts'
import { resumeCalls, stopForToday } from '../../../src/schedules/stop-calls.ts'
import { toggleSchedule } from '../../../src/schedules/toggle-schedule.ts'
import { writeNote } from '../../../src/schedules/write-note.ts'
import { startWorker } from '../../../src/worker.ts'

/**
 * The product's code as a process runs it: its worker, and the verbs behind its callbacks and pages. The simulation
 * uses only this, so that processes may run different versions (`older-program.ts`).
 */
export const program = {
  startWorker,
  workOnJobs,
  handleCarrierEvent,
  callOfCallback,
  beginDialogue,
  goOn,
  acceptNumber,
  addDaysOff,
  answerMorning,
  changeConsents,
  daysOffOf,
  deleteSchedule,
  disownNumber,
  disownUrl,
  eraseAccount,
  findAccount,
  findAccountDetails,
  inTransaction,
  isCallable,
  listHistory,
  listSchedules,
  openMorning,
  removeDaysOff,
  removeSecond,
  resumeCalls,
  savePreferences,
  saveSchedule,
  skipNextCall,
  startSampleCall,
  stopForToday,
  toCall,
  toSchedule,
  toggleSchedule,
  withPerson,
  writeNote,
}

export type Program = typeof program
