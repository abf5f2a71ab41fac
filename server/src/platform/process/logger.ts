import pino, { type Logger, type LoggerOptions } from 'pino'

/**
 * The log: lines of JSON to stderr. Of an error only name, message, code, HTTP status and stack are logged: details of
 * a database's errors quote rows, and rows are about people.
 */
export function openLog(level: string): Logger {
  return pino(logOptions(level), pino.destination(2))
}

export function logOptions(level: string): LoggerOptions {
  return { level, serializers: { error: describeError, err: describeError } }
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  const status = 'status' in error ? error.status : undefined
  return { name, message, code, status, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}
