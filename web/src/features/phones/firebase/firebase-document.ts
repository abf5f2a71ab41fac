/**
 * Resolves in a document that was opened at `path`; any other is opened anew there, and this never resolves. The
 * security policy comes with the document, and only the one of that page lets Google's captcha in.
 */
export function inDocumentOf(path: string): Promise<void> {
  if (documentPath() === path) return Promise.resolve()
  location.replace(path)
  return new Promise(() => {})
}

/** Whoever has left `path` leaves its document too: Google's scripts see no other page of ours. */
export function leaveDocumentOf(path: string): void {
  if (location.pathname !== path) location.reload()
}

/** Where this document came from, whatever the address bar says since. */
function documentPath(): string | null {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation === undefined ? null : new URL(navigation.name).pathname
}
