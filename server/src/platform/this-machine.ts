const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether this address leads to the machine itself, so that what is sent there crosses no network. */
export function isOfThisMachine(url: string): boolean {
  return LOOPBACK.has(new URL(url).hostname)
}
