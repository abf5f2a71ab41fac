import type { ApiError } from '@reveille/contract/api-error'

/** The server refused. `flags` tell the screen what to offer next; `message` is for the person. */
export class ApiFailure extends Error {
  readonly status: number
  readonly flags: ApiError

  constructor(status: number, flags: ApiError) {
    super(flags.message)
    this.name = 'ApiFailure'
    this.status = status
    this.flags = flags
  }
}

/** No answer came: the person is offline, or we are. What only asks changed nothing; anything else may have arrived. */
export class UnreachableFailure extends Error {
  constructor(method: string, cause: unknown) {
    super(method === 'GET' ? ASKED_IN_VAIN : PERHAPS_DONE, { cause })
    this.name = 'UnreachableFailure'
  }
}

const ASKED_IN_VAIN = 'Reveille could not be reached. Nothing was changed; please check your connection and try again.'
const PERHAPS_DONE =
  'No answer came, so we do not know whether this arrived. Please check your connection, and see whether it was done before you try again.'

/** What a toast says about a failure: its own words, else what the specification gives for this place. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Error && error.message !== '' ? error.message : otherwise
}

export function statusOf(error: unknown): number | null {
  return error instanceof ApiFailure ? error.status : null
}
