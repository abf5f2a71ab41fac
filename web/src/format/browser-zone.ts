/** The browser's zone, or New York when it does not report one. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York'
}
