/**
 * What was typed, in the signs that we read: every script's decimal digits as 0 to 9, full-width signs as their usual
 * ones, each kind of blank as a space, and no invisible characters. For numbers, codes, addresses and replies; names and
 * messages stay as their writer wrote them.
 */
export function readableText(typed: string): string {
  return typed
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
}

/** Not so: a blank in Braille, a filler in Hangul, a mark of direction. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text.normalize('NFKC'))

/** A code or a number as typed, without what only groups its digits for the eye. */
export const withoutGroups = (typed: string): string => readableText(typed).replaceAll(/[\s().-]/g, '')

/** Of what was typed, the digits. */
export const digitsIn = (typed: string): string => readableText(typed).replaceAll(/[^0-9]/g, '')

/** Unicode keeps the decimal digits of a script together, from 0 to 9. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  let before = 0
  while (before < code && /\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return before % 10
}
