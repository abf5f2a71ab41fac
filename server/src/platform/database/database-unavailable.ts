/** A driver error carries a code of PostgreSQL or of the system, or only a message. */
type DriverError = Error & { code?: string | undefined }

/** The database can't be reached right now; a retry may succeed. Message and code come from the driver. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  readonly code: string | undefined
  constructor(cause: DriverError) {
    super(cause.message, { cause })
    this.code = cause.code
  }
}

/** A query got no answer in time: the other end of its connection may be gone. */
export class DatabaseSilentError extends DatabaseUnavailableError {}

/** The server is stopped or starting. */
const LOST_CODES = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02']
/** The server is starting, full or out of connections, or it canceled the query for a lock or a timeout. */
const UNAVAILABLE_CODES = new Set([...LOST_CODES, '57P03', '53100', '53200', '53300', '55P03', '57014'])

// Errors that the driver identifies only by message.
const LOST = /^Connection terminated/
const UNAVAILABLE =
  /^(?:timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/
const SILENT = 'Query read timeout'

export function isLost({ code, message }: DriverError): boolean {
  return LOST_CODES.includes(code ?? '') || LOST.test(message)
}

/** Wraps the driver's transient errors; returns others unchanged. */
export function asDatabaseError(error: DriverError): Error {
  if (error instanceof DatabaseUnavailableError) return error
  if (error.message === SILENT) return new DatabaseSilentError(error)
  const passes = isLost(error) || UNAVAILABLE_CODES.has(error.code ?? '') || UNAVAILABLE.test(error.message)
  return passes ? new DatabaseUnavailableError(error) : error
}
