/** An error of the driver, which has a code of PostgreSQL or of the system, or words alone. */
type DriverError = Error & { code?: string | undefined }

/** The database cannot be asked just now: the same request may succeed in a moment. Words and code are the driver's. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  readonly code: string | undefined
  constructor(cause: DriverError) {
    super(cause.message, { cause })
    this.code = cause.code
  }
}

/** The same, of a query whose answer did not come in time: nobody may be at the other end of its connection. */
export class DatabaseSilentError extends DatabaseUnavailableError {}

/** It is stopped, or starting. */
const LOST_CODES = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02']
/** It is starting, full, has no connection left, or gave the query up for a lock or a time limit. */
const UNAVAILABLE_CODES = new Set([...LOST_CODES, '57P03', '53100', '53200', '53300', '55P03', '57014'])

// What the driver says in words alone; no other file reads them.
const LOST = /^Connection terminated/
const UNAVAILABLE =
  /^(?:timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/
const SILENT = 'Query read timeout'

/** Whether a connection ended because its server went away, or found none. */
export function isLost({ code, message }: DriverError): boolean {
  return LOST_CODES.includes(code ?? '') || LOST.test(message)
}

/** An error of the driver as the product knows it: itself, where it is no passing one. */
export function asDatabaseError(error: DriverError): Error {
  if (error instanceof DatabaseUnavailableError) return error
  if (error.message === SILENT) return new DatabaseSilentError(error)
  const passes = isLost(error) || UNAVAILABLE_CODES.has(error.code ?? '') || UNAVAILABLE.test(error.message)
  return passes ? new DatabaseUnavailableError(error) : error
}
