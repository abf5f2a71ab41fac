/** The place where people read the texts of these files. A path that ends with a slash is a folder. */
type Place = { place: string; from: readonly string[] }

/** In the order in which people see them. A text belongs to the first place that lists its file. */
export const PLACES: readonly Place[] = [
  {
    place: 'Landing page',
    from: ['web/src/pages/landing-page', 'web/src/features/landing/', 'core/src/speech/voices'],
  },
  {
    place: 'Log in and sign up',
    from: [
      'web/src/pages/login-page',
      'web/src/pages/signup-page',
      'web/src/features/sign-in/',
      'web/src/captcha/',
      'contract/src/sign-in',
      'server/src/sign-in/codes/refusals.http',
      'server/src/sign-in/sign-in.routes',
    ],
  },
  {
    place: 'Phone verification',
    from: [
      'web/src/pages/phones/',
      'web/src/features/phones/',
      'contract/src/phones',
      'core/src/phones/',
      'server/src/phones/phones.routes',
    ],
  },
  {
    place: 'Preferences',
    from: ['web/src/pages/preferences-page', 'web/src/features/preferences/', 'contract/src/preferences'],
  },
  {
    place: 'Dashboard',
    from: ['web/src/pages/dashboard-page', 'web/src/features/setup/', 'web/src/features/calls/', 'server/src/calls/'],
  },
  {
    place: 'Schedules',
    from: [
      'web/src/pages/schedule-page',
      'web/src/features/schedules/',
      'contract/src/schedules',
      'core/src/schedules/next-call-text',
      'server/src/schedules/',
      'server/src/people/call-refusals.http',
    ],
  },
  {
    place: 'Call history',
    from: ['web/src/pages/history-page', 'core/src/calls/call-timeline', 'contract/src/calls', 'web/src/format/'],
  },
  {
    place: 'Account',
    from: [
      'web/src/pages/account-page',
      'web/src/features/accounts/',
      'web/src/proof/',
      'core/src/accounts/',
      'core/src/consents/consents',
      'contract/src/accounts',
      'server/src/accounts/accounts.routes',
      'server/src/accounts/leaving.routes',
      'server/src/accounts/export/build-export',
      'server/src/sign-in/session.http',
      'server/src/sign-in/prove-session.routes',
      'core/src/sign-in/browser-name',
    ],
  },
  { place: 'Help', from: ['web/src/pages/help-page', 'web/src/features/help/', 'web/src/contact-card/'] },
  { place: 'Terms', from: ['core/src/consents/terms', 'web/src/features/legal/', 'web/src/pages/terms-page'] },
  { place: 'Privacy policy', from: ['core/src/consents/privacy', 'web/src/pages/privacy-page'] },
  {
    place: 'Notifications, on the bell and by email',
    from: ['web/src/features/notices/', 'core/src/notices/notice-words'],
  },
  {
    place: 'Emails',
    from: [
      'server/src/notices/notices.routes',
      'server/src/platform/mail/email-layout',
      'server/src/sign-in/codes/',
      'server/src/sign-in/welcome',
      'server/src/accounts/',
      'server/src/phones/number-changed',
    ],
  },
  {
    place: 'Texts, calls with a code and calls to our number',
    from: [
      'core/src/texts/',
      'core/src/sign-in/code-call',
      'server/src/texts/',
      'server/src/carrier/incoming-call.routes',
    ],
  },
  {
    place: 'Everywhere',
    from: [
      'web/src/shell/',
      'web/src/ui/',
      'web/src/api/',
      'web/src/audio/',
      'web/src/page-titles',
      'web/src/page-descriptions',
      'web/src/pages/not-found-page',
      'contract/src/',
      'server/src/platform/http/errors',
      'server/src/platform/http/guards',
      'server/src/phones/contact-card.routes',
    ],
  },
]

/** Tests, SQL, and texts that only operators or nobody reads. */
const UNSHOWN = /\.test\.tsx?$|\.sql\.ts$|\/test-data\//

/** The place where people read the texts of this file, or null for a file without any. */
export function placeOf(file: string): string | null {
  if (UNSHOWN.test(file)) return null
  return PLACES.find(({ from }) => from.some((path) => isIn(file, path)))?.place ?? null
}

const isIn = (file: string, path: string): boolean =>
  path.endsWith('/') ? file.startsWith(path) : file.startsWith(`${path}.ts`)
