import { readableText } from '@reveille/core/people/typed-text'
import { type ChangeEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { asTyped } from './as-typed.ts'

type Format = typeof asTyped

/**
 * The change handler of a number field, which keeps the caret beside its digit, and the parser once it's loaded: its
 * country tables are large, so nothing waits for them. Earlier input is parsed when they arrive.
 */
export function useAsTyped(
  { number, e164 }: { number: string; e164: string | null },
  onTyped: (typed: string, format: Format | null) => void,
) {
  const [format, setFormat] = useState<Format | null>(null)
  useEffect(() => {
    import('./as-typed.ts').then(
      (loaded) => setFormat(() => loaded.asTyped),
      () => {}, // without it, the number is sent as typed
    )
  }, [])
  const readEarlier = useEffectEvent((loaded: Format) => {
    if (number !== '' && e164 === null) onTyped(number, loaded)
  })
  // At once: a key pressed before a later effect would be overwritten.
  useLayoutEffect(() => {
    if (format !== null) readEarlier(format)
  }, [format])
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const written = readableText(target.value)
    const caret = readableText(target.value.slice(0, target.selectionStart ?? target.value.length)).length
    const isLast = caret === written.length
    const isBackspace = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward'
    const { value, digits } = editedNumber({ before: number, value: written, caret, isBackspace })
    onTyped(value, format)
    // Once React has written the value, which moves the caret to the end.
    queueMicrotask(() => {
      const at = isLast ? target.value.length : caretAfter(target.value, digits)
      if (target === document.activeElement) target.setSelectionRange(at, at)
    })
  }
  return { onChange, format }
}

type Edit = { before: string; value: string; caret: number; isBackspace: boolean }

/** A backspace on a separator removes the digit before it. `digits` counts those left of the caret. */
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
