/** The zone of this browser, or New York when it does not say. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'America/New_York'
}
