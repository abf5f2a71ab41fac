import type { Reason } from '@reveille/contract/api-error'
import { showToast } from '../ui/toast/toast-store.ts'

/** Why something failed: the server's reasons, and those that only a browser has. */
export type FailureReason = Reason | 'timed-out' | 'quota-used-up' | 'captcha-missing' | 'passkey-missing'

/** A known failure: the screen decides by `reason`; `message` is for the person. */
export class KnownError extends Error {
  override name = 'KnownError'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The server refused. */
export class ApiRequestError extends KnownError {
  override name = 'ApiRequestError'
  readonly status: number
  /** With `captcha-required`: what the captcha must cost, where the server said so. */
  readonly captchaCost: number | undefined

  constructor(status: number, reason: Reason, message: string, captchaCost?: number) {
    super(reason, message)
    this.status = status
    this.captchaCost = captchaCost
  }
}

/** A proxy that can't reach the server answered in its place. */
export class GatewayError extends ApiRequestError {
  override name = 'GatewayError'
}

/** Null if only the message is known. */
export function reasonOf(error: unknown): FailureReason | null {
  return error instanceof KnownError ? error.reason : null
}

/** No response: either side may be offline. A change may have arrived all the same. */
export class UnreachableError extends Error {
  /** `offline`: this device was offline, so the request never left it. */
  readonly offline: boolean
  constructor(method: string, offline: boolean, cause?: unknown) {
    super(method === 'GET' ? READ_FAILED[offline ? 'offline' : 'online'] : offline ? UNSENT : PERHAPS_DONE, { cause })
    this.offline = offline
    this.name = 'UnreachableError'
  }
}

const READ_FAILED = {
  offline: "You're offline. Check your connection and try again.",
  online: "We couldn't reach Reveille. Check your connection and try again.",
}
const UNSENT = "You're offline. Nothing was saved."
const PERHAPS_DONE = "We lost the connection and can't tell if that was saved. Check, then try again."

/** Why the page has no answer: device offline, server unreachable, or server failing; null for any other error. */
export function troubleOf(error: unknown): 'offline' | 'unreachable' | 'failing' | null {
  if (error instanceof UnreachableError) return error.offline ? 'offline' : 'unreachable'
  if (error instanceof GatewayError) return 'unreachable'
  return error instanceof ApiRequestError && error.status >= 500 ? 'failing' : null
}

export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise
}

/** For the form that made the request: what failed, and why. */
export const complaintOf = (title: string, failure: unknown, otherwise = 'Please try again later.') => ({
  title,
  message: messageOf(failure, otherwise),
})

/** For a failure whose control is gone, such as a toast's undo: what was tried, and why it failed. */
export const toastFailure =
  (title: string) =>
  (failure: unknown): void =>
    showToast({ ...complaintOf(title, failure), tone: 'error' })
