/** Nothing that is read here is longer, and normalizing 60 kB of digits blocks the dialing process for half a second. */
const LONGEST = 2_000

/**
 * Normalizes typed numbers, codes, addresses and replies: the decimal digits of every script become 0 to 9, full-width
 * characters ASCII, each kind of blank a space; invisible characters go. Names and messages stay as their writer wrote
 * them, and so does what is too long.
 */
export function readableText(typed: string): string {
  if (typed.length > LONGEST) return typed
  return typed
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
}

/** Not visible: a blank in Braille, a filler in Hangul, a direction mark. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text.normalize('NFKC'))

/** A typed code or number without the characters that only group its digits. */
export const withoutGroups = (typed: string): string => readableText(typed).replaceAll(/[\s().-]/g, '')

export const digitsIn = (typed: string): string => readableText(typed).replaceAll(/[^0-9]/g, '')

/** In Unicode, the decimal digits of a script are consecutive, from 0 to 9. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (before < code && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}
