export type Edit = { before: string; value: string; caret: number; isBackspace: boolean }

/**
 * An edit of a number whose separators come and go by themselves: a backspace that met one of them takes the digit
 * before it. `digits` are those in front of the caret.
 */
export function editedNumber({ before, value, caret, isBackspace }: Edit): { value: string; digits: number } {
  const digits = countDigits(value.slice(0, caret))
  if (!isBackspace || digits === 0 || countDigits(value) !== countDigits(before)) return { value, digits }
  const at = caretAfter(value, digits) - 1
  return { value: value.slice(0, at) + value.slice(at + 1), digits: digits - 1 }
}

/** Where the caret stands after that many digits; a plus counts as one. At the end after all of them. */
export function caretAfter(value: string, digits: number): number {
  if (digits >= countDigits(value)) return value.length
  let left = digits
  return left === 0 ? 0 : [...value].findIndex((sign) => isDigit(sign) && --left === 0) + 1
}

const isDigit = (sign: string) => /[\d+]/.test(sign)
const countDigits = (text: string) => [...text].filter(isDigit).length
