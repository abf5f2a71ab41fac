import { useState } from 'react'

/** State of a page that is rendered only in the browser, kept in this tab through a reload and the back button. */
export function useStoredState<T extends object>(key: string, initial: T): [T, (next: T) => void, () => void] {
  const [state, setState] = useState<T>(() => ({ ...initial, ...stored<T>(key) }))
  const change = (next: T) => {
    sessionStorage.setItem(key, JSON.stringify(next))
    setState(next)
  }
  return [state, change, () => sessionStorage.removeItem(key)]
}

function stored<T>(key: string): Partial<T> {
  return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<T>
}
