import { useEffect, useState, type ChangeEvent } from 'react'
import type { asTyped } from './as-typed.ts'
import { caretAfter, editedNumber } from './caret.ts'

type Format = typeof asTyped

/**
 * Hands on what was typed into a number's field, with the function that formats it once that is loaded: its tables of
 * all countries are large, and nobody waits for them. The caret stays beside its digit.
 */
export function useAsTyped(number: string, onTyped: (typed: string, format: Format | null) => void) {
  const [format, setFormat] = useState<Format | null>(null)
  useEffect(() => {
    import('./as-typed.ts').then(
      (loaded) => setFormat(() => loaded.asTyped),
      () => {}, // without it a number is sent as it was typed
    )
  }, [])
  return ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const caret = target.selectionStart ?? target.value.length
    const isLast = caret === target.value.length
    const isBackspace = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward'
    const { value, digits } = editedNumber({ before: number, value: target.value, caret, isBackspace })
    onTyped(value, format)
    // Once React has written the value, which moves the caret to the end.
    queueMicrotask(() => {
      const at = isLast ? target.value.length : caretAfter(target.value, digits)
      if (target === document.activeElement) target.setSelectionRange(at, at)
    })
  }
}
