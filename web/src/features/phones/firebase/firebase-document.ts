/**
 * Resolves in a document that was opened at `path`; any other document is reloaded there, and this never resolves. The
 * security policy comes with the document, and only that page's policy allows Google's captcha.
 */
export function inDocumentOf(path: string): Promise<void> {
  if (documentPath() === path) return Promise.resolve()
  location.replace(path + location.search)
  return new Promise(() => {})
}

/** Leaving `path` also leaves its document: Google's scripts see no other page of ours. */
export function leaveDocumentOf(path: string): void {
  if (location.pathname !== path) location.reload()
}

/** The path that this document was loaded from, whatever the address bar shows since. */
function documentPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? null : new URL(navigation.name).pathname
}
