/**
 * Resolves in a document that was opened at `path`; any other document is reloaded there, and this never resolves. The
 * security policy comes with the document, and only that page's policy allows Google's captcha.
 */
export function inDocumentOf(path: string): Promise<void> {
  if (documentPath() === path) return Promise.resolve()
  location.replace(path + location.search)
  return new Promise(() => {})
}

/** Leaving `path` reloads, so Google's scripts see no other page. */
export function leaveDocumentOf(path: string): void {
  if (location.pathname !== path) location.reload()
}

/** The path this document was loaded from, before client-side navigation. */
function documentPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? null : new URL(navigation.name).pathname
}
