// Every use of Intl: null for anything this browser doesn't know, lacks or gets wrong, so no page breaks.

function available<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch {
    return null
  }
}

/** The zone that the browser reports, unvalidated; null if none. */
export const reportedZone = (): string | null =>
  available(() => Intl.DateTimeFormat().resolvedOptions().timeZone) || null

export const formatDate = (locale: string, options: Intl.DateTimeFormatOptions, at: Date | number): string | null =>
  available(() => new Intl.DateTimeFormat(locale, options).format(at))

/** 'Mon, Tue, and Wed', joined the way `locale` does. */
export const listText = (locale: 'en' | 'en-GB', words: readonly string[]): string =>
  available(() => new Intl.ListFormat(locale).format(words)) ?? words.join(', ')

/** 'Germany' for 'DE'. */
export const regionName = (code: string): string | null =>
  available(() => new Intl.DisplayNames(['en'], { type: 'region' }).of(code)) ?? null

type WithWeek = { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } }

/** A locale's conventions; null for the unknown ones. */
export function localeFacts(tag: string) {
  const known = validLocale(tag)
  const order = available(() =>
    new Intl.DateTimeFormat(known, { day: 'numeric', month: 'short' })
      .formatToParts()
      .map(({ type }) => type as string),
  )
  return {
    hourCycle: available(() => new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions().hourCycle) ?? null,
    dayFirst: order !== null && order.indexOf('day') < order.indexOf('month'),
    firstWeekday: available(() => {
      const locale: Intl.Locale & WithWeek = new Intl.Locale(known)
      return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay
    }),
  }
}

/** Some browsers report invalid language tags: 'en-US@posix' on a machine without a locale. */
const validLocale = (tag: string): string => available(() => Intl.getCanonicalLocales(tag)[0]) ?? 'en-US'
