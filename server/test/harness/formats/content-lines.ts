/** A line of iCalendar (RFC 5545) or vCard (RFC 2426): `NAME;PARAM=value:text`. */
type ContentLine = { name: string; params: string; value: string }
type Component = { name: string; lines: ContentLine[]; parts: Component[] }

const LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z][A-Z0-9-]*=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s
const LONGEST_OCTETS = 75
const DATE_TIME = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])[0-5]\d[0-5]\dZ?$/
const DURATION = /^[+-]?P(\d+W|(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?)$/
/** No control characters but tabs, and special characters are escaped. */
// oxlint-disable-next-line no-control-regex
const TEXT = /^(?:[^\u0000-\u0008\u000A-\u001F\u007F\\;,]|\\[\\;,nN])*$/

/** Required properties of each component, each exactly once, with the format of their values. */
const CALENDAR: Record<string, Record<string, RegExp>> = {
  VCALENDAR: { VERSION: /^2\.0$/, PRODID: TEXT },
  VEVENT: { UID: TEXT, DTSTAMP: DATE_TIME, DTSTART: DATE_TIME },
  VTIMEZONE: { TZID: TEXT },
  STANDARD: { DTSTART: /^\d{8}T\d{6}$/, TZOFFSETFROM: /^[+-]\d{4}$/, TZOFFSETTO: /^[+-]\d{4}$/ },
}
/** Optional properties, at most once. */
const OPTIONAL: Record<string, RegExp> = {
  DTEND: DATE_TIME,
  SUMMARY: TEXT,
  'X-WR-CALNAME': TEXT,
  'REFRESH-INTERVAL': DURATION,
  'X-PUBLISHED-TTL': DURATION,
  TRANSP: /^(OPAQUE|TRANSPARENT)$/,
  CALSCALE: /^GREGORIAN$/,
  METHOD: /^PUBLISH$/,
  TZNAME: TEXT,
}
const CARD: Record<string, RegExp> = { VERSION: /^3\.0$/, N: /^[^;]*(?:;[^;]*){4}$/, FN: TEXT }

/** Throws if a calendar breaks a rule of RFC 5545; returns its components by name. */
export function readCalendar(bytes: Uint8Array): Component[] {
  const calendar = readOne(bytes, 'VCALENDAR')
  if (calendar.parts.length === 0) throw new Error('a calendar needs a component (3.6)')
  check(calendar, CALENDAR)
  for (const { name, lines, parts } of calendar.parts) {
    if (name === 'VTIMEZONE' && parts.length === 0) throw new Error('a time zone needs an observance (3.6.5)')
    const at = (of: string) => lines.find((line) => line.name === of)?.value ?? ''
    if (name === 'VEVENT' && at('DTEND') !== '' && at('DTEND') <= at('DTSTART'))
      throw new Error('an event ends after it starts (3.8.2.2)')
  }
  const uids = calendar.parts.flatMap(({ lines }) =>
    lines.filter(({ name }) => name === 'UID').map(({ value }) => value),
  )
  if (new Set(uids).size !== uids.length) throw new Error('two events have one UID')
  return calendar.parts
}

/** Throws if a contact card breaks a rule of vCard 3.0; returns its lines. */
export function readCard(bytes: Uint8Array): ContentLine[] {
  const card = readOne(bytes, 'VCARD')
  if (card.parts.length > 0) throw new Error('a card has no parts')
  requireOnce(card, CARD)
  for (const { name: field, value } of card.lines)
    if (field === 'TEL' && !/^\+[1-9]\d{6,14}$/.test(value)) throw new Error(`${value} is no number`)
  return card.lines
}

function readOne(bytes: Uint8Array, name: string): Component {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  if (text.startsWith('\uFEFF')) throw new Error('a byte order mark is no content line')
  if (!text.endsWith('\r\n')) throw new Error('the last line has no end')
  if (/\r(?!\n)|(?<!\r)\n/.test(text)) throw new Error('a line ends with CRLF')
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > LONGEST_OCTETS) throw new Error(`longer than ${LONGEST_OCTETS} octets: ${line}`)
  const outer: Component = { name: '', lines: [], parts: [] }
  const open = [outer]
  for (const line of text
    .replaceAll(/\r\n[ \t]/g, '')
    .slice(0, -2)
    .split('\r\n')) {
    const [, field = '', params = '', value = ''] = LINE.exec(line) ?? []
    if (field === '') throw new Error(`no content line: ${JSON.stringify(line)}`)
    const inner = open.at(-1)!
    if (field === 'BEGIN') {
      const part: Component = { name: value, lines: [], parts: [] }
      inner.parts.push(part)
      open.push(part)
    } else if (field === 'END') {
      if (open.pop()!.name !== value || open.length === 0) throw new Error(`${value} ends without a beginning`)
    } else inner.lines.push({ name: field, params, value })
  }
  if (open.length > 1) throw new Error(`${open.at(-1)!.name} has no end`)
  if (outer.lines.length > 0 || outer.parts.length !== 1 || outer.parts[0]!.name !== name)
    throw new Error(`not one ${name}`)
  return outer.parts[0]!
}

function check(component: Component, required: Record<string, Record<string, RegExp>>): void {
  const wanted = required[component.name]
  if (wanted === undefined) throw new Error(`unknown component ${component.name}`)
  requireOnce(component, wanted)
  for (const { name, value } of component.lines) {
    if (name in wanted) continue
    if (OPTIONAL[name]?.test(value) !== true) throw new Error(`${component.name} has ${name}:${value}`)
    if (component.lines.filter((line) => line.name === name).length > 1) throw new Error(`${name} twice`)
  }
  for (const part of component.parts) check(part, required)
}

function requireOnce({ name: component, lines }: Component, wanted: Record<string, RegExp>): void {
  for (const [name, kind] of Object.entries(wanted)) {
    const found = lines.filter((line) => line.name === name)
    if (found.length !== 1 || !kind.test(found[0]!.value))
      throw new Error(`${component} needs one ${name}, it has ${JSON.stringify(found)}`)
  }
}
