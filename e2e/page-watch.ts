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

/**
 * Remembers what a page announces: a message stays for six seconds, and on a busy machine a test may look later. Call it
 * before the first page; `announced('Saved')` resolves with the whole message, however long ago it was.
 */
export async function rememberAnnounced(page: Page): Promise<(words: string) => Promise<string>> {
  const heard: string[] = []
  const waiting = new Map<string, (message: string) => void>()
  await page.exposeBinding('tellTest', (_source, message: string) => {
    heard.push(message)
    for (const [words, resolve] of waiting) if (message.includes(words)) resolve(message)
  })
  await page.addInitScript(tellAnnounced)
  return (words) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = heard.find((message) => message.includes(words))
    if (before === undefined) waiting.set(words, resolve)
    else resolve(before)
    return promise
  }
}

/** Runs in the page, before any of its own code. */
function tellAnnounced(): void {
  const told = new Set<string>()
  const look = (): void => {
    for (const { textContent } of document.querySelectorAll('[role=status]')) {
      if (textContent === '' || told.has(textContent)) continue
      told.add(textContent)
      const tell: unknown = Reflect.get(window, 'tellTest')
      if (typeof tell === 'function') tell(textContent)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}
