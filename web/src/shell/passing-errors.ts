const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).toLowerCase()
const mentions = (error: unknown, words: readonly string[]) => words.some((word) => wordsOf(error).includes(word))

// Network errors in Firefox and Safari, and our own.
const UNREACHED = ['networkerror', 'load failed', 'network connection was lost', 'could not connect to the server']
const isUnreached = (error: unknown) =>
  mentions(error, UNREACHED) || (error instanceof Error && error.name === 'UnreachableError')

/** Errors that the error boundary ignores. */
export function isPassing(error: unknown): boolean {
  return isUnreached(error) || mentions(error, ['timeout', 'network', 'fetch'])
}

/** Unhandled rejections that need no report. */
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

/** Reports the error, loading the script for that on demand. */
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
