import * as z from 'zod/mini'
import * as accounts from './accounts.ts'
import { Done } from './api-error.ts'
import * as calls from './calls.ts'
import * as config from './client-config.ts'
import * as daysOff from './days-off.ts'
import * as notices from './notices.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as phones from './phones.ts'
import * as preferences from './preferences.ts'
import * as schedules from './schedules.ts'
import * as signIn from './sign-in.ts'
import * as tokens from './tokens.ts'

type Schema = z.core.$ZodType

const withBody =
  <Method extends string>(method: Method) =>
  <Path extends string, Body extends Schema, Response extends Schema>(path: Path, body: Body, response: Response) => ({
    method,
    path,
    body,
    response,
  })
const without =
  <Method extends string>(method: Method) =>
  <Path extends string, Response extends Schema>(path: Path, response: Response) => ({ method, path, response })

const [get, remove] = [without('GET'), without('DELETE')]
const [post, put, patch] = [withBody('POST'), withBody('PUT'), withBody('PATCH')]
const Nothing = z.optional(z.nullable(z.object({})))

/** Every request of the browser: method, path (`:id` is an id), body and response. */
export const endpoints = {
  checkAuth: get('/api/auth/check', signIn.AuthState),
  requestEmailCode: post('/api/auth/request-email-otp', signIn.EmailCodeRequest, signIn.EmailCodeSent),
  lookAtLink: post('/api/auth/link', signIn.LinkLook, signIn.LinkShown),
  linkCode: post('/api/auth/link/code', signIn.LinkLook, Done),
  linkLogin: post('/api/auth/link/login', signIn.LinkLogin, signIn.SignedIn),
  login: post('/api/auth/login', signIn.Login, signIn.SignedIn),
  signUp: post('/api/auth/verify-email-otp', signIn.SignUp, signIn.SignedIn),
  askForPasskey: post('/api/auth/passkey/challenge', Nothing, passkeys.PasskeyRequest),
  passkeyLogin: post('/api/auth/passkey', passkeys.PasskeyLogin, signIn.SignedIn),
  logout: post('/api/auth/logout', Nothing, Done),
  reportFault: post('/api/browser-fault', config.BrowserFault, Done),
  captcha: { ...get('/api/captcha', signIn.CaptchaChallenge), query: phones.CaptchaWanted },
  sendPhoneCode: post('/api/auth/send-otp', phones.PhoneCodeRequest, phones.PhoneCodeSent),
  phoneCodeStatus: { ...get('/api/auth/otp-status', phones.PhoneCodeStatus), query: phones.PhoneCodeOf },
  verifyPhoneCode: post('/api/auth/verify-otp', phones.PhoneCode, phones.PhoneVerified),
  verifyFirebasePhone: post('/api/auth/verify-firebase-phone', phones.FirebasePhone, phones.PhoneVerified),
  notMe: post('/api/not-me', phones.NumberDisowned, Done),
  listSessions: get('/api/account/sessions', signIn.SignedInSessions),
  endOtherSessions: post('/api/account/sessions/end-others', Nothing, Done),
  listPasskeys: get('/api/account/passkeys', passkeys.Passkeys),
  newPasskey: post('/api/account/passkeys/new', Nothing, passkeys.PasskeyCreation),
  addPasskey: post('/api/account/passkeys', passkeys.NewPasskey, passkeys.Passkeys),
  removePasskey: remove('/api/account/passkeys/:id', passkeys.Passkeys),
  addToken: post('/api/account/tokens', tokens.NewToken, tokens.MadeToken),
  revokeToken: remove('/api/account/tokens/:id', Done),
  askOwnPasskey: post('/api/account/passkeys/challenge', passkeys.PasskeyPurpose, passkeys.PasskeyRequest),
  getPreferences: get('/api/user/personalization', z.nullable(preferences.SavedPreferences)),
  savePreferences: post('/api/user/personalization', preferences.NewPreferences, preferences.SavedPreferences),
  chooseVoice: post('/api/user/personalization/voice', preferences.VoiceChoice, preferences.SavedPreferences),
  listVoices: get('/api/voices', preferences.Voices),
  previewVoice: post('/api/voice/preview', preferences.VoicePreviewRequest, preferences.VoicePreview),
  sayOwnWords: post('/api/voice/own-words', preferences.OwnWords, preferences.OwnWordsSpoken),
  listTimezones: get('/api/timezones', z.array(schedules.Timezone)),
  listSchedules: get('/api/schedule', schedules.Schedules),
  comingWeek: get('/api/schedule/week', schedules.Week),
  saveSchedule: {
    ...post('/api/schedule', schedules.NewSchedule, schedules.SavedSchedule),
    query: schedules.EditedSchedule,
  },
  previewSchedule: {
    ...post('/api/schedule/preview', schedules.NewSchedule, schedules.SchedulePreview),
    query: schedules.EditedSchedule,
  },
  toggleSchedule: post('/api/schedule/:id/toggle', Nothing, schedules.Toggled),
  skipSchedule: post('/api/schedule/:id/skip', schedules.SkipRequest, schedules.Skipped),
  writeNote: put('/api/schedule/:id/note', schedules.NewNote, schedules.NoteWritten),
  stopForToday: post('/api/schedule/:id/stop', Nothing, schedules.Stopped),
  deleteSchedule: remove('/api/schedule/:id', schedules.Deleted),
  listDaysOff: get('/api/days-off', z.array(daysOff.DaysOff)),
  addDaysOff: post('/api/days-off', daysOff.NewDaysOff, daysOff.DaysOffAdded),
  removeDaysOff: remove('/api/days-off/:id', Done),
  callHistory: { ...get('/api/call/history', calls.CallHistory), query: calls.CallHistoryPage },
  nextCallWords: { ...get('/api/next-call/words', z.nullable(calls.NextCallWords)), query: calls.NextCallVersion },
  openMorning: get('/api/morning', z.nullable(calls.OpenMorning)),
  answerMorning: post('/api/morning', calls.MorningAnswer, calls.MorningAnswered),
  callProgress: get('/api/call/progress', calls.Progress),
  answerFirmOffer: post('/api/call/progress/firm-offer', calls.FirmOfferAnswer, Done),
  getCall: get('/api/call/:id', calls.CallWithTimeline),
  startSample: post('/api/call/sample', calls.SampleRequest, calls.SampleStarted),
  carrierState: get('/api/carrier', calls.CarrierState),
  getAccount: get('/api/account', accounts.Account),
  changeAccount: patch('/api/account', accounts.AccountChange, accounts.Account),
  changeConsents: put('/api/account/consents', accounts.ConsentChange, accounts.Account),
  answerLadder: post('/api/account/ladder', accounts.LadderAnswer, accounts.Account),
  sendAccountCode: post('/api/account/code', accounts.AccountCodeRequest, Done),
  proveAccount: post('/api/account/code/verify', accounts.AccountProof, Done),
  sendCallsCode: post('/api/account/code/calls', accounts.CallsCodeRequest, Done),
  changeEmail: post('/api/account/email', accounts.EmailChange, Done),
  verifyEmailChange: post('/api/account/email/verify', accounts.EmailChangeProof, accounts.Account),
  removeSecondPhone: remove('/api/account/second-phone', Done),
  requestExport: post('/api/account/export', Nothing, accounts.DataExport),
  startDownload: post('/api/account/export/:id/download', Nothing, Done),
  accountActivity: get('/api/account/activity', accounts.AccountActivity),
  resetCalendar: post('/api/account/calendar/reset', Nothing, accounts.CalendarAddress),
  deleteAccount: { ...remove('/api/account', Done), body: accounts.AccountDeletion },
  listNotices: get('/api/notices', notices.Notices),
  readNotices: post('/api/notices/read', notices.NoticesRead, notices.Notices),
  listPeople: { ...get('/api/people', people.People), query: people.PeoplePage },
  invite: post('/api/people/invitations', people.NewInvitation, people.Invited),
  withdrawInvitation: remove('/api/people/invitations/:id', Done),
  actOnPerson: post('/api/people/:id', people.PersonAct, people.PersonActed),
  setup: post('/api/people/setup', Nothing, people.Setup),
  clientConfig: get('/api/config', config.ClientConfig),
}

export type EndpointName = keyof typeof endpoints
