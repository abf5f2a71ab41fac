import { useRef } from 'react'

/**
 * For a button whose place a form takes: its ref, and what to call before the form closes. Once the button is back it
 * gets the focus that the form left nowhere.
 */
export function useFocusOnReturn(): [ref: (button: HTMLButtonElement | null) => void, returns: () => void] {
  const returning = useRef(false)
  function ref(button: HTMLButtonElement | null) {
    if (button === null || !returning.current) return
    returning.current = false
    if (document.activeElement === document.body) button.focus()
  }
  return [
    ref,
    () => {
      returning.current = true
    },
  ]
}
