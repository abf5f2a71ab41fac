import * as z from 'zod/mini'

/** Every refusal of the API: words for the person, and flags that tell the screen what to offer next. */
export const ApiError = z.object({
  message: z.string(),
  requestId: z.optional(z.string()),
  requiresAuth: z.optional(z.boolean()),
  personalizationRequired: z.optional(z.boolean()),
  phoneVerificationRequired: z.optional(z.boolean()),
  maxSchedulesReached: z.optional(z.boolean()),
  duplicateSchedule: z.optional(z.boolean()),
  captchaRequired: z.optional(z.boolean()),
  /** The sign-in is too long ago for this: a code to the person's own address comes first. */
  freshCodeRequired: z.optional(z.boolean()),
  /** Seconds until the same request may be repeated (also in the Retry-After header). */
  retryAfterSeconds: z.optional(z.number()),
})
export type ApiError = z.infer<typeof ApiError>

/** An answer that only says in words what was done. */
export const Done = z.object({ message: z.string() })

/** What a page sees when the body of an error is not JSON (specification, section 8). */
export function fallbackMessage(status: number): string {
  switch (status) {
    case 401:
      return 'Authentication required. Please log in again.'
    case 403:
      return 'Access denied'
    case 404:
      return 'Resource not found'
    case 500:
      return 'Server error. Please try again later'
    default:
      return `Request failed with status ${status}`
  }
}
