import type { BrowserContext, ConsoleMessage, Page, Request } from 'playwright-core'

/** What may happen: requests stay with `origins`, and a console message that matches `expected` is no fault. */
export type Watched = { origins: readonly string[]; expected?: readonly RegExp[] }

/** The faults found so far, one line each; empty is good. */
export type PageWatch = { faults(): string[] }

/**
 * Collects what a person would not see from every page of the context: console errors and warnings, uncaught
 * exceptions, reports of the content security policy, and requests to other origins. Start it before the first page.
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
  if (message.text().includes('Service Worker registration blocked by Playwright')) return false // web-person.ts asked for it
  return message.type() === 'error' || message.type() === 'warning'
}

function inWords(message: ConsoleMessage): string {
  return `console ${message.type()}: ${message.text()} (${message.location().url})`
}

function isForeign(request: Request, origins: readonly string[]): boolean {
  const { protocol, origin } = new URL(request.url())
  return ['http:', 'https:'].includes(protocol) && !origins.includes(origin)
}
