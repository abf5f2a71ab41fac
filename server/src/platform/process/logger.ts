import pino, { type Logger, type LoggerOptions } from 'pino'
import { describeError } from './describe-error.ts'

/** JSON lines on stderr. Survives a closed terminal silently. */
export function openLog(level: string): Logger {
  const terminal = pino.destination(2)
  terminal.on('error', () => undefined)
  return pino(logOptions(level), terminal)
}

export function logOptions(level: string): LoggerOptions {
  return { level, serializers: { error: describeError, err: describeError } }
}
