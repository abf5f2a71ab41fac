import { hasDecimalComma, type DateOrder } from './spoken-date.ts'

const WHOLE = String.raw`(?<![\w.,'])[1-9]\d{0,2}`
const END = String.raw`(?!\d|[.,' ]\d)`
const MEASURED = String.raw` ?(?:hours?|hrs?|h|km|kilometers?|miles?|kg|kilos?|lbs?|m|meters?|l|liters?|%|€|£|\$|million|billion|degrees|°)(?!\p{L})`
const joined = (groups: string): string => groups.replaceAll(/\D/g, ',')

/**
 * The numbers of a text as English writes them, '1,000.5', whatever groups their digits and parts the decimals: blanks,
 * dots, apostrophes and commas. What can be read both ways is read as people write where this person is from.
 */
export function withPlainNumbers(text: string, order: DateOrder): string {
  const isComma = hasDecimalComma(order)
  return text
    .replace(/(?<![\w.,'])0,(?=\d)/g, '0.')
    .replace(new RegExp(String.raw`${WHOLE}(?:'\d{3})+(?!\d)`, 'g'), joined)
    .replace(
      new RegExp(String.raw`(?<!\d ?|[+(] ?)${WHOLE}(?: \d{3})+(?!\d| \d|-\d)`, 'g'),
      (all: string, at: number, from: string) => (isGrouped(all, from.slice(at), isComma) ? joined(all) : all),
    )
    .replace(
      /(?<![\w.,'])(\d{1,3}(?:[.,]\d{3})+),(\d{1,2})(?![\d,])/g,
      (_all, whole, decimals) => `${joined(whole)}.${decimals}`,
    )
    .replace(
      new RegExp(
        String.raw`(?<![\w.,'])(\d+),(?=(?:\d{1,2}|\d{4,})(?![\d,])${order === 'month-first' ? MEASURED : ''})`,
        'giu',
      ),
      '$1.',
    )
    .replace(new RegExp(String.raw`${WHOLE}(?:\.\d{3})+${END}`, 'g'), (all) =>
      all.endsWith('.000') || (isComma && /^(?:\d{1,2}\.|\d+\.\d+$)/.test(all)) ? joined(all) : all,
    )
}

/** '12 500 steps', not '3 100 m sprints', '123 456' or a phone number. */
function isGrouped(digits: string, from: string, isComma: boolean): boolean {
  if (digits.endsWith('000') || /^[\d ]+,\d\d(?![\d,])/.test(from)) return true
  const groups = digits.split(' ')
  if (isComma) return groups[0]!.length < 3
  const isSprint = groups[0]!.length === 1 && /^[\d ]+ ?(?:m|meters?|metres?|yards?|yds?)\b/.test(from)
  return groups.length === 2 && /[05]0$/.test(digits) && !isSprint
}
