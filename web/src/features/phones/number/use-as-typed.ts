import { readableText } from '@reveille/core/people/typed-text'
import { useEffect, useState, type ChangeEvent } from 'react'
import type { asTyped } from './as-typed.ts'
import { caretAfter, editedNumber } from './caret.ts'

type Format = typeof asTyped

/**
 * The handler of a number's field, whose caret stays beside its digit, and the function that reads and formats what was
 * typed, once that is loaded: its tables of all countries are large, and nobody waits for them.
 */
export function useAsTyped(number: string, onTyped: (typed: string, format: Format | null) => void) {
  const [format, setFormat] = useState<Format | null>(null)
  useEffect(() => {
    import('./as-typed.ts').then(
      (loaded) => setFormat(() => loaded.asTyped),
      () => {}, // without it a number is sent as it was typed
    )
  }, [])
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
