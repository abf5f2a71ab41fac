import type { EndpointName } from '../endpoints.ts'

const done = { message: 'Done' }
const local = { date: '2027-01-15', time: '06:30', weekday: 'fri', today: '2027-01-14' }
const at = '2027-01-14T19:30:00.000Z'

const user = {
  id: 1,
  email: 'ann@example.com',
  name: 'Ann',
  phone: '+12025550123',
  phoneVerified: true,
  isPersonalized: true,
}

const schedule = {
  id: 17,
  userId: 1,
  name: 'Gym',
  wakeupTime: '06:30',
  times: { fri: '07:15' },
  timezone: 'Australia/Sydney',
  weekdays: ['mon', 'fri'],
  isRecurring: true,
  isActive: true,
  date: null,
  callRetry: true,
  advanceNotice: false,
  proof: 'strict',
  snoozeMinutes: 15,
  snoozeLimit: 2,
  lastCalled: at,
  lastCallSid: 'CA17',
  lastCallStatus: 'completed',
  createdAt: at,
  updatedAt: at,
  version: 3,
  nextCallAt: at,
  nextCallLocal: local,
  offUntil: '2027-01-13',
  skippedCallAt: null,
  skippedCallLocal: null,
  note: { text: 'exam at 9', at, local },
  followUp: { at, local, kind: 'snooze', afterFault: false },
}

const cycle = { firstDate: '2027-01-15', times: ['05:10', null] }
const rotating = { ...schedule, times: {}, weekdays: [], cycle }

const ringing = { scheduleId: 17, name: 'Gym', at, time: '06:30', timezone: 'Australia/Sydney' }

const daysOff = { id: 4, scheduleId: 17, from: '2027-01-11', to: '2027-01-17', name: 'Holiday' }

const call = {
  id: 42,
  scheduleId: 17,
  scheduleName: 'Gym',
  userId: 1,
  kind: 'first',
  callTime: at,
  callTimeLocal: local,
  timezone: 'Australia/Sydney',
  voice: 'liam',
  status: 'completed',
  snoozed: false,
  phase: 'ended',
  callSid: 'CA42',
  secondNumber: null,
  duration: 31,
  recordingUrl: '/api/call/42/recording',
  spokeOf: 'productivity',
  reason: null,
  morning: { outcome: 'answered', dueAt: at, dueAtLocal: local, overAt: at, overAtLocal: local },
  createdAt: at,
}

const tally = { answered: 4, unconfirmed: 2, missed: 1 }

const morning = { callId: 42, scheduleId: 17, at: local, isSecondCheck: false, round: 2 }
const mornings = [{ kind: 'button' }, { kind: 'digits', digits: '473' }, { kind: 'sum', a: 26, b: 7 }].map((task) => ({
  ...morning,
  task,
}))

const preferences = {
  goals: ['study', 'other'],
  goal: 'study',
  otherGoal: 'Fame',
  goalDescription: 'Every day',
  struggles: ['snooze'],
  struggle: 'snooze',
  otherStruggle: null,
  voice: 'liam',
  customVoice: null,
  version: 1,
}

const archive = { id: 3, requestedAt: at, readyAt: null, sizeBytes: null, expiresAt: at }

const tokens = [{ id: 3, name: 'Home Assistant', addedAt: at, lastUsedAt: null }]

const account = {
  name: 'Ann',
  spokenName: 'Annie',
  email: 'ann@example.com',
  phone: null,
  phoneVerified: false,
  secondPhone: null,
  createdAt: at,
  recording: { consented: true, since: at, keptDays: 30 },
  calls: { stopped: false, since: null },
  signals: true,
  tokens,
  asksForLadder: true,
  mostTries: 2,
  texts: { stopped: true, since: at, unproven: false },
  callerNumber: '+12025550100',
  mails: { 'missed-calls': true, 'clock-changes': false, schedules: true },
  hasCalendarUrl: true,
  latestExport: archive,
  version: 7,
}

const notice = {
  id: 9,
  kind: 'call-missed',
  title: 'Missed',
  text: 'Nobody picked up.',
  about: 'calls',
  createdAt: at,
  read: false,
}
const notices = {
  notices: (['calls', 'schedules', 'phone', 'account'] as const).map((about) => ({ ...notice, about })),
  unread: 4,
}

const session = {
  current: true,
  browser: 'Firefox',
  remembered: false,
  signedInAt: at,
  lastSeenAt: at,
  endsAt: at,
}

const person = {
  id: 1,
  name: 'Robin',
  email: 'robin@example.com',
  since: at,
  phone: 'verified',
  tomorrow: { time: '06:30', timezone: 'Australia/Sydney' },
  lastMorning: null,
  cost: 0.42,
  isYou: true,
  isOwner: true,
  isBlocked: false,
  isPaused: false,
}
const passkeyRequest = { challenge: 'c', rpId: 'wake.example', timeout: 300_000, userVerification: 'required' }
const delivery = { id: 9, kind: 'call.due', name: 'Ann', at, state: 'delivered', tries: 1, answer: 'HTTP 200' }
const passkeys = [
  { id: 2, name: "Mara's phone", addedAt: at, lastUsedAt: at, usable: true },
  { id: 1, name: 'Firefox on Windows', addedAt: at, lastUsedAt: null, usable: false },
]

/** Responses to each request, one or more. Open pages of this version and of the previous one read all of them. */
export const ANSWERS: Record<EndpointName, readonly unknown[]> = {
  checkAuth: [{ authenticated: true, user }, { authenticated: false }],
  requestEmailCode: [
    { ...done, type: 'login' },
    { ...done, type: 'signup' },
  ],
  lookAtLink: [
    { kind: 'setup', name: null, by: null },
    { kind: 'invitation', name: 'Mara', by: 'Robin' },
    { kind: 'sign-in', name: 'Mara', by: 'Robin', takes: ['call', 'passkey'] },
  ],
  linkCode: [done],
  linkLogin: [{ user }],
  login: [{ user }],
  signUp: [{ user }],
  listPeople: [
    {
      people: [
        person,
        {
          ...person,
          phone: 'none',
          tomorrow: { whyNot: 'No verified number' },
          lastMorning: { date: '2027-01-15', words: 'Missed' },
        },
      ],
      total: 2,
      set: 1,
      invitations: [
        { id: 1, name: null, expiresAt: at },
        { id: 2, name: 'Mara', expiresAt: at },
      ],
      mayInvite: true,
      deliveries: [delivery],
    },
  ],
  invite: [{ url: 'https://wake.example/join#k3yOfThisLink', expiresAt: at, mailed: true }],
  withdrawInvitation: [done],
  actOnPerson: [
    done,
    { ...done, lines: ['Missed'] },
    { ...done, link: { url: 'https://wake.example/join#k3yOfThisLink', expiresAt: at } },
  ],
  setup: [
    [],
    [
      { what: 'Storage', state: 'right', says: 'files can be written', todo: null },
      { what: 'Backup', state: 'hint', says: 'none was taken yet', todo: 'run npm run backup' },
    ],
  ],
  logout: [done],
  captcha: [{ algorithm: 'SHA-256', challenge: 'c', maxnumber: 50_000 }],
  reportFault: [done],
  sendPhoneCode: [{ ...done, by: 'text' }],
  notMe: [done],
  sendCallsCode: [done],
  phoneCodeStatus: ['none', 'waiting', 'late', 'sent', 'invalid-number', 'stopped', 'refused'].map((status) => ({
    status,
    callerNumber: '+12025550100',
  })),
  verifyPhoneCode: [{ ...done, user }],
  verifyFirebasePhone: [{ ...done, user }],
  askForPasskey: [passkeyRequest],
  askOwnPasskey: [{ ...passkeyRequest, allowCredentials: [{ id: 'c', type: 'public-key' }] }],
  passkeyLogin: [{ user }],
  listPasskeys: [passkeys],
  newPasskey: [
    {
      challenge: 'c',
      rp: { id: 'wake.example', name: 'Reveille' },
      user: { id: 'MQ', name: 'mara@example.com', displayName: 'Mara' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'c', type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  ],
  addPasskey: [passkeys],
  removePasskey: [passkeys],
  addToken: [{ token: 'rv_x' }],
  revokeToken: [done],
  listSessions: [[session]],
  endOtherSessions: [done],
  getPreferences: [preferences, null],
  savePreferences: [preferences],
  chooseVoice: [preferences],
  listVoices: [
    [
      {
        voiceId: 'liam',
        name: 'Liam',
        category: 'Coach',
        imageUrl: '/v.svg',
        personalityTrait: 'Calm',
        line: 'Up!',
        goalLeads: ['You said: {own}.'],
        struggleLeads: ['{own}. Up.'],
      },
    ],
  ],
  sayOwnWords: [{ audio: 'aGVsbG8=' }, { audio: null }],
  previewVoice: [{ audioUrl: '/audio/liam.mp3' }, { audioUrl: null }],
  listTimezones: [[{ id: 'Europe/Berlin', region: 'Europe', city: 'Berlin', countries: ['DE'], now: '06:30' }]],
  listSchedules: [[schedule, rotating]],
  saveSchedule: [schedule, { ...schedule, droppedSkips: [local] }],
  previewSchedule: [
    { nextCallAt: at, local, warning: 'gap', offUntil: null, keptSkips: [local], droppedSkips: [local] },
    { nextCallAt: null, local: null, warning: 'overlap', offUntil: '2027-01-13' },
    { nextCallAt: at, local, nextCalls: [local, local], warning: null, offUntil: null },
  ],
  toggleSchedule: [
    { ...done, action: 'resumed', version: 4 },
    { ...done, action: 'paused', version: 5 },
  ],
  skipSchedule: [
    { ...done, schedule },
    { ...done, schedule: null },
  ],
  stopForToday: [
    { ...done, schedule },
    { ...done, schedule: null },
  ],
  writeNote: [{ ...done, version: 6 }],
  deleteSchedule: [{ ...done, underWay: false }],
  nextCallWords: [{ at: local, voiceId: 'lily', sentences: [{ text: 'Up.', audioUrl: '/0.mp3' }] }, null],
  comingWeek: [
    [
      { date: '2027-01-15', weekday: 'fri', isOff: false, calls: [ringing] },
      { date: '2027-01-16', weekday: 'sat', isOff: true, calls: [] },
    ],
  ],
  listDaysOff: [[daysOff, { ...daysOff, scheduleId: null, name: null }]],
  addDaysOff: [{ ...done, daysOff }],
  removeDaysOff: [done],
  callHistory: [['dialling', 'ringing', 'in-progress', 'in-doubt', 'ended'].map((phase) => ({ ...call, phase }))],
  callProgress: [
    {
      streak: 5,
      bestStreak: 12,
      thisWeek: tally,
      offersFirm: true,
      weeks: [{ monday: '2027-01-11', ...tally, days: ['answered', 'missed', 'unconfirmed', null, null, null, null] }],
    },
  ],
  openMorning: [...mornings, null],
  answerMorning: [
    { ...done, outcome: 'wrong', morning: mornings[1] },
    { ...done, outcome: 'proven', morning: null },
  ],
  answerFirmOffer: [done],
  getCall: [{ call, timeline: [{ at, atLocal: local, what: 'Dialled' }] }],
  startSample: [{ ...done, callId: 42 }],
  carrierState: [{ troubled: false, checkedAt: at, unsure: { part: 'carrier', since: null } }],
  getAccount: [account],
  changeAccount: [account],
  changeConsents: [account],
  answerLadder: [account],
  sendAccountCode: [done],
  proveAccount: [done],
  changeEmail: [done],
  removeSecondPhone: [done],
  verifyEmailChange: [account],
  requestExport: [archive],
  startDownload: [done],
  accountActivity: [
    [
      { id: 2, at, what: 'Signed in', browser: 'Firefox on Windows', network: '203.0.113.0/24' },
      { id: 1, at, what: 'Stopped all calls by pressing 0 twice', browser: null, network: null },
    ],
  ],
  resetCalendar: [{ calendarUrl: 'https://reveille.example/api/calendar/x.ics' }],
  deleteAccount: [done],
  listNotices: [notices],
  readNotices: [notices],
  clientConfig: [
    {
      contactEmail: 'help@reveille.example',
      callerNumber: '+12025550100',
      texts: true,
      countries: [{ code: 'US', callingCode: '+1', zones: ['America/New_York', 'America/Chicago'] }],
      firebase: { apiKey: 'k', authDomain: 'a', projectId: 'p', emulatorHost: null },
    },
  ],
}
