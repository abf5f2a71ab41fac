const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).toLowerCase()
const mentions = (error: unknown, words: readonly string[]) => words.some((word) => wordsOf(error).includes(word))

// How Firefox and Safari say that nothing answered, and how our own requests do.
const UNREACHED = ['networkerror', 'load failed', 'network connection was lost', 'could not connect to the server']
const isUnreached = (error: unknown) =>
  mentions(error, UNREACHED) || (error instanceof Error && error.name === 'UnreachableError')

/** SHELL-8: errors that the generic fallback ignores. */
export function isPassing(error: unknown): boolean {
  return isUnreached(error) || mentions(error, ['timeout', 'network', 'fetch'])
}

/** SHELL-9: unhandled rejections that need no report. */
export function isSilenced(error: unknown): boolean {
  if (isUnreached(error)) return true
  return mentions(error, [
    'timeout',
    'captcha',
    'network error',
    'failed to fetch',
    'failed fetch',
    'abort',
    'cancelled',
    'canceled',
    'cancellation',
  ])
}

/** Tells the operator; the script for that comes only when it is needed. */
export function report(kind: 'error' | 'rejection' | 'drawing', fault: unknown): void {
  void import('../api/report-fault.ts').then(
    ({ reportFault }) => reportFault(kind, fault),
    () => undefined,
  )
}

/** Keeps silenced rejections out of the console; all others are reported, as are uncaught errors of our scripts. */
export function watchFaults(): void {
  addEventListener('unhandledrejection', (event) => {
    if (isSilenced(event.reason)) event.preventDefault()
    else report('rejection', event.reason)
  })
  addEventListener('error', ({ error }) => {
    if (error instanceof Error && !isSilenced(error)) report('error', error)
  })
}
