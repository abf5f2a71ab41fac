import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/** The allowed origins of requests, and the console messages that aren't faults. */
export type Watched = { origins: readonly string[]; expected?: readonly RegExp[] }

/** The faults found so far, one line each. */
export type PageWatch = { faults(): string[] }

/**
 * Collects the invisible faults of every page of the context: console errors and warnings, uncaught exceptions,
 * violations of the content security policy, and requests to other origins. Start it before the first page.
 */
export async function watchPages(context: BrowserContext, { origins, expected = [] }: Watched): Promise<PageWatch> {
  const faults: string[] = []
  await context.exposeBinding('reportPolicyViolation', (_source, words: string) => {
    faults.push(`content security policy: ${words}`)
  })
  await context.addInitScript(reportViolations)
  context.on('page', (page) => watchExceptions(page, faults))
  context.on('console', (message) => {
    if (isFault(message) && !expected.some((words) => words.test(message.text()))) faults.push(inWords(message))
  })
  context.on('request', (request) => {
    if (isForeign(request, origins)) faults.push(`request to another origin: ${request.url()}`)
  })
  return { faults: () => [...faults] }
}

/** Runs in the page, before any of the page's own code. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
    const report: unknown = Reflect.get(window, 'reportPolicyViolation')
    if (typeof report === 'function') report(`${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`)
  })
}

function watchExceptions(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
}

function isFault(message: ConsoleMessage): boolean {
  if (message.text().includes('Service Worker registration blocked by Playwright')) return false // web-person.ts blocks them
  return message.type() === 'error' || message.type() === 'warning'
}

function inWords(message: ConsoleMessage): string {
  return `console ${message.type()}: ${message.text()} (${message.location().url})`
}

function isForeign(request: Request, origins: readonly string[]): boolean {
  const { protocol, origin } = new URL(request.url())
  return ['http:', 'https:'].includes(protocol) && !origins.includes(origin)
}

/**
 * Records what a page announces, because a message lasts six seconds and a test on a busy machine may look later. Call
 * it before the first page. `announced('Saved')` resolves with the whole message, past or future.
 */
export async function rememberAnnounced(page: Page): Promise<(words: string) => Promise<string>> {
  const announcements: string[] = []
  const waiting = new Map<string, (message: string) => void>()
  await page.exposeBinding('tellTest', (_source, message: string) => {
    announcements.push(message)
    for (const [words, resolve] of waiting) if (message.includes(words)) resolve(message)
  })
  await page.addInitScript(tellAnnounced)
  return (words) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = announcements.find((message) => message.includes(words))
    if (before === undefined) waiting.set(words, resolve)
    else resolve(before)
    return promise
  }
}

/** Runs in the page, before any of its own code. */
function tellAnnounced(): void {
  const known = new Set<string>()
  const look = (): void => {
    for (const { textContent } of document.querySelectorAll('[role=status]')) {
      if (textContent === '' || known.has(textContent)) continue
      known.add(textContent)
      const tell: unknown = Reflect.get(window, 'tellTest')
      if (typeof tell === 'function') tell(textContent)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The page's pending requests, except its stream of events. */
export function pendingRequestsOf(page: Page): () => string[] {
  const sent = new Set<Request>()
  page.on('request', (request) => sent.add(request))
  page.on('requestfinished', (request) => sent.delete(request))
  page.on('requestfailed', (request) => sent.delete(request))
  return () => [...sent].map((request) => request.url()).filter((url) => !url.endsWith('/api/events'))
}
