import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type RawBuilder } from 'kysely'
import { types, TypeOverrides } from 'pg'

/**
 * How values arrive on our connections: bigint as number, date as 'YYYY-MM-DD', time as 'HH:MM:SS', timestamptz as
 * Instant. Leaves pg's global defaults unchanged.
 */
export const databaseTypes = new TypeOverrides()
const { builtins } = types
const anyDate = types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date | number
const [TEXT_ARRAY, INT8_ARRAY, DATE_ARRAY, TIMESTAMPTZ_ARRAY] = [1009, 1016, 1182, 1185] // pg doesn't name array types

const texts = databaseTypes.getTypeParser<string>(TEXT_ARRAY) as unknown as (text: string) => string[]

databaseTypes.setTypeParser(builtins.INT8, safeInteger)
databaseTypes.setTypeParser(INT8_ARRAY, (text: string) => texts(text).map(safeInteger))
databaseTypes.setTypeParser(builtins.DATE, asWritten)
databaseTypes.setTypeParser(DATE_ARRAY, texts)
databaseTypes.setTypeParser(builtins.TIME, asWritten)
databaseTypes.setTypeParser(builtins.TIMESTAMPTZ, instant)
databaseTypes.setTypeParser(TIMESTAMPTZ_ARRAY, (text: string) => texts(text).map(instant))

/** `at` as a value in a statement; the driver would otherwise send a plain number. */
export function timestamp(at: Instant): RawBuilder<Instant> {
  return sql`${new Date(at)}`
}

export const raisedVersion: RawBuilder<number> = sql`version + 1`

/** `at` as a column's new value. */
export function dateOrNull(at: Instant | null): Date | null {
  return at === null ? null : new Date(at)
}

/** Our servers answer in UTC, which Date.parse reads fast: one page of the history has hundreds of instants. */
function instant(text: string): Instant {
  return text.length <= 29 && text.endsWith('+00') && text[4] === '-'
    ? Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : Number(anyDate(text))
}

function asWritten(text: string): string {
  return text
}

/** Throws for a number that JavaScript would round: a wrong id is worse than an error. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`the database holds ${text}, which is more than a safe integer`)
  return value
}
