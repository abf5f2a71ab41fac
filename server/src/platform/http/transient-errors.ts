/** What the database says when it stops, starts, is full or has no connection left. */
const PASSING_CODES = new Set(['57P01', '57P02', '57P03', '53100', '53200', '53300', '55P03', '57014'])
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])
const PASSING_WORDS =
  /^(timeout exceeded when trying to connect|the database no longer answers|Query read timeout|Connection terminated|Client has encountered a connection error)/

/** Whether this failed only because the database cannot be asked just now: the same request may succeed in a moment. */
export function isPassing({ message, code, syscall }: Error & { code?: string; syscall?: string }): boolean {
  if (PASSING_CODES.has(code ?? '') || PASSING_WORDS.test(message)) return true
  return UNREACHABLE.has(code ?? '') && (syscall === 'connect' || syscall === 'read')
}
