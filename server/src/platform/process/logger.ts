import pino, { type Logger, type LoggerOptions } from 'pino'

/** JSON lines on stderr. Survives a closed terminal silently. */
export function openLog(level: string): Logger {
  const terminal = pino.destination(2)
  terminal.on('error', () => undefined)
  return pino(logOptions(level), terminal)
}

export function logOptions(level: string): LoggerOptions {
  return { level, serializers: { error: describeError, err: describeError } }
}

/** Deeper causes explain nothing, and a chain may be circular. */
const MOST_CAUSES = 5
const MOST_ERRORS = 5

/**
 * What the log says about anything thrown: name, message, code, HTTP status, stack and causes. No other fields: a
 * database error's details quote rows, which are about people.
 */
function describeError(thrown: unknown): unknown {
  return describe(thrown, MOST_CAUSES)
}

/** One line. An AggregateError, as for a host with two addresses, often has no message of its own. */
export function messageOf(thrown: unknown): string {
  return messageAt(thrown, MOST_CAUSES)
}

function describe(thrown: unknown, depth: number): unknown {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { name, code, status, stack, cause, errors } = read(thrown)
  return {
    ...textOf('name', name ?? thrown.constructor?.name),
    message: messageAt(thrown, depth),
    ...textOf('code', code),
    ...textOf('status', status),
    ...textOf('stack', stack),
    ...(cause === undefined || depth === 0 ? {} : { cause: describe(cause, depth - 1) }),
    ...(Array.isArray(errors) && depth > 0
      ? { errors: errors.slice(0, MOST_ERRORS).map((each) => describe(each, depth - 1)) }
      : {}),
  }
}

function messageAt(thrown: unknown, depth: number): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, errors, cause, error, code, name } = read(thrown)
  if (typeof message === 'string' && message !== '') return message
  const inner = Array.isArray(errors) ? errors.slice(0, MOST_ERRORS) : [message, error, cause]
  const words =
    depth === 0 ? [] : inner.filter((each) => each != null && each !== '').map((each) => messageAt(each, depth - 1))
  if (words.length > 0) return words.join('; ')
  if (code !== undefined) return String(code)
  const fields = Object.keys(thrown)
  const kind = typeof name === 'string' ? name : (thrown.constructor?.name ?? 'Object')
  return fields.length === 0 ? `${kind} without a message` : `${kind} without a message, with ${fields.join(', ')}`
}

type Fields = Partial<Record<'name' | 'message' | 'code' | 'status' | 'stack' | 'cause' | 'errors' | 'error', unknown>>

/** A getter may throw. */
function read(thrown: object): Fields {
  try {
    const { name, message, code, status, stack, cause, errors, error } = thrown as Fields
    return { name, message, code, status, stack, cause, errors, error }
  } catch {
    return {}
  }
}

const textOf = (key: string, value: unknown): Record<string, unknown> =>
  typeof value === 'string' || typeof value === 'number' ? { [key]: value } : {}
