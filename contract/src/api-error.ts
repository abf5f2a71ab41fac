import * as z from 'zod/mini'

/** Why the API refuses a request. A page must expect unknown reasons from a newer server. */
export const REASONS = [
  // anything
  'invalid-input',
  'sign-in-required',
  'forbidden',
  'not-found',
  'too-many-requests',
  'unavailable',
  'internal',
  // codes and accounts
  'captcha-required',
  'code-wrong',
  'code-expired',
  'code-used',
  'code-tried-too-often',
  'fresh-code-required',
  'email-taken',
  'link-invalid',
  'passkey-refused',
  'passkey-limit-reached',
  // phone numbers
  'number-too-short',
  'number-invalid',
  'number-not-personal',
  'number-is-ours',
  'number-is-first',
  'number-held',
  'country-not-served',
  'texts-stopped',
  'token-invalid',
  'token-of-other-number',
  // schedules and calls
  'phone-not-verified',
  'preferences-missing',
  'calls-stopped',
  'schedule-limit-reached',
  'schedule-duplicate',
  'schedule-over',
  'day-off',
  'days-off-limit-reached',
  'timezone-unknown',
  'in-the-past',
  'too-far-ahead',
  'no-such-day',
  'being-placed',
  'under-way',
  'not-the-next',
  'nothing-to-skip',
  'skip-limit-reached',
  'nothing-to-stop',
  'changed-elsewhere',
  'no-open-morning',
  'sample-limit-reached',
] as const
export type Reason = (typeof REASONS)[number]

/** A reason, a message for the person, and a flag if the specification has one. */
export const ApiError = z.object({
  reason: z.enum(REASONS),
  message: z.string(),
  requestId: z.optional(z.string()),
  requiresAuth: z.optional(z.boolean()),
  personalizationRequired: z.optional(z.boolean()),
  phoneVerificationRequired: z.optional(z.boolean()),
  maxSchedulesReached: z.optional(z.boolean()),
  duplicateSchedule: z.optional(z.boolean()),
  captchaRequired: z.optional(z.boolean()),
  /** The cost of the captcha that the request needs. */
  captchaCost: z.optional(z.number()),
  /** The sign-in is too old for this request, which first needs a code sent by email. */
  freshCodeRequired: z.optional(z.boolean()),
  /** Also in the Retry-After header. */
  retryAfterSeconds: z.optional(z.number()),
})
export type ApiError = z.infer<typeof ApiError>

/** The flag that goes with a reason, for clients that only know flags. */
export const FLAGS: { readonly [R in Reason]?: keyof ApiError } = {
  'sign-in-required': 'requiresAuth',
  'preferences-missing': 'personalizationRequired',
  'phone-not-verified': 'phoneVerificationRequired',
  'schedule-limit-reached': 'maxSchedulesReached',
  'schedule-duplicate': 'duplicateSchedule',
  'captcha-required': 'captchaRequired',
  'fresh-code-required': 'freshCodeRequired',
}

/** The reasons for invalid input by its path in the schema; any other is `invalid-input`. */
export const INPUT_REASONS: { readonly [schemaPath: string]: Reason } = {
  '#/phone/too_small': 'number-too-short',
  '#/phone/invalid_format': 'number-invalid',
}

const GENERIC_REASONS: Readonly<Record<number, Reason>> = {
  401: 'sign-in-required',
  403: 'forbidden',
  404: 'not-found',
  429: 'too-many-requests',
  503: 'unavailable',
}

/** For an error without a reason. */
export const genericReason = (status: number): Reason =>
  GENERIC_REASONS[status] ?? (status < 500 ? 'invalid-input' : 'internal')

/** A response that only confirms in words what was done. */
export const Done = z.object({ message: z.string() })

const FALLBACK_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Authentication required. Please log in again.',
  403: 'Access denied',
  404: 'Resource not found',
  500: 'Server error. Please try again later',
}

/** A page's message for an error whose body isn't JSON, in the specification's words. */
export const fallbackMessage = (status: number): string =>
  FALLBACK_MESSAGES[status] ?? `Request failed with status ${status}`
