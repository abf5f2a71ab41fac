import * as z from 'zod/mini'
import {
  Account,
  AccountActivity,
  AccountChange,
  AccountCodeRequest,
  AccountDeletion,
  AccountProof,
  CalendarAddress,
  CallsCodeRequest,
  ConsentChange,
  DataExport,
  EmailChange,
  EmailChangeProof,
  LadderAnswer,
} from './accounts.ts'
import { Done } from './api-error.ts'
import {
  CallHistory,
  CallWithTimeline,
  CarrierState,
  FirmOfferAnswer,
  MaybeNextCallWords,
  Morning,
  MorningAnswer,
  MorningAnswered,
  Progress,
  SampleRequest,
  SampleStarted,
} from './calls.ts'
import { BrowserFault, ClientConfig } from './client-config.ts'
import { DaysOffAdded, DaysOffList, NewDaysOff } from './days-off.ts'
import { Notices, NoticesRead } from './notices.ts'
import { NewPasskey, PasskeyCreation, PasskeyLogin, PasskeyPurpose, PasskeyRequest, Passkeys } from './passkeys.ts'
import { Invited, NewInvitation, People, PersonAct, PersonActed, Setup } from './people.ts'
import { FirebasePhone, NumberDisowned, PhoneCode, PhoneCodeRequest, PhoneCodeStatus, PhoneVerified } from './phones.ts'
import {
  NewPreferences,
  OwnWords,
  OwnWordsSpoken,
  SavedPreferences,
  VoiceChoice,
  VoicePreview,
  VoicePreviewRequest,
  Voices,
} from './preferences.ts'
import {
  Deleted,
  NewNote,
  NewSchedule,
  NoteWritten,
  SavedSchedule,
  SchedulePreview,
  Schedules,
  Skipped,
  SkipRequest,
  Stopped,
  Timezones,
  Toggled,
  Week,
} from './schedules.ts'
import {
  AuthState,
  CaptchaChallenge,
  EmailCodeRequest,
  EmailCodeSent,
  LinkLogin,
  LinkLook,
  LinkShown,
  Login,
  SignedIn,
  SignedInSessions,
  SignUp,
} from './sign-in.ts'
import { MadeToken, NewToken } from './tokens.ts'

const Nothing = z.optional(z.nullable(z.object({})))

/** Every request of the browser: method, path (`:id` is an id), body and response. */
export const endpoints = {
  checkAuth: { method: 'GET', path: '/api/auth/check', response: AuthState },
  requestEmailCode: {
    method: 'POST',
    path: '/api/auth/request-email-otp',
    body: EmailCodeRequest,
    response: EmailCodeSent,
  },
  lookAtLink: { method: 'POST', path: '/api/auth/link', body: LinkLook, response: LinkShown },
  linkCode: { method: 'POST', path: '/api/auth/link/code', body: LinkLook, response: Done },
  linkLogin: { method: 'POST', path: '/api/auth/link/login', body: LinkLogin, response: SignedIn },
  login: { method: 'POST', path: '/api/auth/login', body: Login, response: SignedIn },
  signUp: { method: 'POST', path: '/api/auth/verify-email-otp', body: SignUp, response: SignedIn },
  askForPasskey: { method: 'POST', path: '/api/auth/passkey/challenge', body: Nothing, response: PasskeyRequest },
  passkeyLogin: { method: 'POST', path: '/api/auth/passkey', body: PasskeyLogin, response: SignedIn },
  logout: { method: 'POST', path: '/api/auth/logout', body: Nothing, response: Done },
  reportFault: { method: 'POST', path: '/api/browser-fault', body: BrowserFault, response: Done },
  captcha: { method: 'GET', path: '/api/captcha', response: CaptchaChallenge },
  sendPhoneCode: { method: 'POST', path: '/api/auth/send-otp', body: PhoneCodeRequest, response: Done },
  phoneCodeStatus: { method: 'GET', path: '/api/auth/otp-status', response: PhoneCodeStatus },
  verifyPhoneCode: { method: 'POST', path: '/api/auth/verify-otp', body: PhoneCode, response: PhoneVerified },
  verifyFirebasePhone: {
    method: 'POST',
    path: '/api/auth/verify-firebase-phone',
    body: FirebasePhone,
    response: PhoneVerified,
  },
  notMe: { method: 'POST', path: '/api/not-me', body: NumberDisowned, response: Done },
  listSessions: { method: 'GET', path: '/api/account/sessions', response: SignedInSessions },
  endOtherSessions: { method: 'POST', path: '/api/account/sessions/end-others', body: Nothing, response: Done },
  listPasskeys: { method: 'GET', path: '/api/account/passkeys', response: Passkeys },
  newPasskey: { method: 'POST', path: '/api/account/passkeys/new', body: Nothing, response: PasskeyCreation },
  addPasskey: { method: 'POST', path: '/api/account/passkeys', body: NewPasskey, response: Passkeys },
  removePasskey: { method: 'DELETE', path: '/api/account/passkeys/:id', response: Passkeys },
  addToken: { method: 'POST', path: '/api/account/tokens', body: NewToken, response: MadeToken },
  revokeToken: { method: 'DELETE', path: '/api/account/tokens/:id', response: Done },
  askOwnPasskey: {
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    body: PasskeyPurpose,
    response: PasskeyRequest,
  },
  getPreferences: { method: 'GET', path: '/api/user/personalization', response: z.nullable(SavedPreferences) },
  savePreferences: {
    method: 'POST',
    path: '/api/user/personalization',
    body: NewPreferences,
    response: SavedPreferences,
  },
  chooseVoice: {
    method: 'POST',
    path: '/api/user/personalization/voice',
    body: VoiceChoice,
    response: SavedPreferences,
  },
  listVoices: { method: 'GET', path: '/api/voices', response: Voices },
  previewVoice: { method: 'POST', path: '/api/voice/preview', body: VoicePreviewRequest, response: VoicePreview },
  sayOwnWords: { method: 'POST', path: '/api/voice/own-words', body: OwnWords, response: OwnWordsSpoken },
  listTimezones: { method: 'GET', path: '/api/timezones', response: Timezones },
  listSchedules: { method: 'GET', path: '/api/schedule', response: Schedules },
  comingWeek: { method: 'GET', path: '/api/schedule/week', response: Week },
  saveSchedule: { method: 'POST', path: '/api/schedule', body: NewSchedule, response: SavedSchedule },
  previewSchedule: { method: 'POST', path: '/api/schedule/preview', body: NewSchedule, response: SchedulePreview },
  toggleSchedule: { method: 'POST', path: '/api/schedule/:id/toggle', body: Nothing, response: Toggled },
  skipSchedule: { method: 'POST', path: '/api/schedule/:id/skip', body: SkipRequest, response: Skipped },
  writeNote: { method: 'PUT', path: '/api/schedule/:id/note', body: NewNote, response: NoteWritten },
  stopForToday: { method: 'POST', path: '/api/schedule/:id/stop', body: Nothing, response: Stopped },
  deleteSchedule: { method: 'DELETE', path: '/api/schedule/:id', response: Deleted },
  listDaysOff: { method: 'GET', path: '/api/days-off', response: DaysOffList },
  addDaysOff: { method: 'POST', path: '/api/days-off', body: NewDaysOff, response: DaysOffAdded },
  removeDaysOff: { method: 'DELETE', path: '/api/days-off/:id', response: Done },
  callHistory: { method: 'GET', path: '/api/call/history', response: CallHistory },
  nextCallWords: { method: 'GET', path: '/api/next-call/words', response: MaybeNextCallWords },
  openMorning: { method: 'GET', path: '/api/morning', response: Morning },
  answerMorning: { method: 'POST', path: '/api/morning', body: MorningAnswer, response: MorningAnswered },
  callProgress: { method: 'GET', path: '/api/call/progress', response: Progress },
  answerFirmOffer: { method: 'POST', path: '/api/call/progress/firm-offer', body: FirmOfferAnswer, response: Done },
  getCall: { method: 'GET', path: '/api/call/:id', response: CallWithTimeline },
  startSample: { method: 'POST', path: '/api/call/sample', body: SampleRequest, response: SampleStarted },
  carrierState: { method: 'GET', path: '/api/carrier', response: CarrierState },
  getAccount: { method: 'GET', path: '/api/account', response: Account },
  changeAccount: { method: 'PATCH', path: '/api/account', body: AccountChange, response: Account },
  changeConsents: { method: 'PUT', path: '/api/account/consents', body: ConsentChange, response: Account },
  answerLadder: { method: 'POST', path: '/api/account/ladder', body: LadderAnswer, response: Account },
  sendAccountCode: { method: 'POST', path: '/api/account/code', body: AccountCodeRequest, response: Done },
  proveAccount: { method: 'POST', path: '/api/account/code/verify', body: AccountProof, response: Done },
  sendCallsCode: { method: 'POST', path: '/api/account/code/calls', body: CallsCodeRequest, response: Done },
  changeEmail: { method: 'POST', path: '/api/account/email', body: EmailChange, response: Done },
  verifyEmailChange: { method: 'POST', path: '/api/account/email/verify', body: EmailChangeProof, response: Account },
  removeSecondPhone: { method: 'DELETE', path: '/api/account/second-phone', response: Done },
  requestExport: { method: 'POST', path: '/api/account/export', body: Nothing, response: DataExport },
  startDownload: { method: 'POST', path: '/api/account/export/:id/download', body: Nothing, response: Done },
  accountActivity: { method: 'GET', path: '/api/account/activity', response: AccountActivity },
  resetCalendar: { method: 'POST', path: '/api/account/calendar/reset', body: Nothing, response: CalendarAddress },
  deleteAccount: { method: 'DELETE', path: '/api/account', body: AccountDeletion, response: Done },
  listNotices: { method: 'GET', path: '/api/notices', response: Notices },
  readNotices: { method: 'POST', path: '/api/notices/read', body: NoticesRead, response: Notices },
  listPeople: { method: 'GET', path: '/api/people', response: People },
  invite: { method: 'POST', path: '/api/people/invitations', body: NewInvitation, response: Invited },
  withdrawInvitation: { method: 'DELETE', path: '/api/people/invitations/:id', response: Done },
  actOnPerson: { method: 'POST', path: '/api/people/:id', body: PersonAct, response: PersonActed },
  setup: { method: 'POST', path: '/api/people/setup', body: Nothing, response: Setup },
  clientConfig: { method: 'GET', path: '/api/config', response: ClientConfig },
} as const satisfies Record<string, Endpoint>

type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT'
  path: string
  body?: z.core.$ZodType
  response: z.core.$ZodType
}
export type EndpointName = keyof typeof endpoints
