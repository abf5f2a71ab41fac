const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** 26 → 'twenty-six'; from 100 on in digits. */
export function spokenNumber(number: number): string {
  const small = SMALL[number]
  if (small !== undefined) return small
  const tens = TENS[Math.floor(number / 10)]
  if (tens === undefined) return String(number)
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`
}

/** '473' → 'four, seven, three'. */
export function spokenDigits(digits: string): string {
  return [...digits].map((digit) => spokenNumber(Number(digit))).join(', ')
}
