import { useState } from 'react'
import { readLike } from '../../browser/read-like.ts'
import { inTab } from '../../browser/storage.ts'

/** Storage key; a second key holds the base version. */
type DraftKey = 'preferencesDraft' | `scheduleDraft-${string}`

/** The values before the edit. */
export type Seen<T> = { base: T; version: number | undefined }
/** The saved values as the form shows them, and their version. */
type Saved<T> = {
  draft: T
  version: number | undefined
  /** Nothing is saved yet: defaults may change, but that isn't a conflict. */
  isNew?: boolean
}
type Typed<T> = Seen<T> & { draft: T }

export type SharedDraft<T extends object> = ReturnType<typeof useSharedDraft<T>>

/**
 * A draft of data that other devices change too. Untouched, it follows them; touched, it stays and reports the conflict.
 * With a key it survives a reload and Back in this tab.
 */
export function useSharedDraft<T extends object>(key: DraftKey | null, saved: Saved<T>) {
  const [typed, setTyped] = useState(() => (key === null ? null : stored(key, saved)))
  const isTouched = typed !== null && !isSame(typed.draft, typed.base) && !isSame(typed.draft, saved.draft)
  const isAsked = isTouched && saved.isNew !== true && !isSame(saved.draft, typed.base)
  const { version, base } = isAsked ? typed : { version: saved.version, base: saved.draft }
  const draft = isTouched ? typed.draft : saved.draft

  function keep(next: Typed<T>) {
    if (key !== null) {
      inTab.write(key, JSON.stringify(next.draft))
      inTab.write(`${key} over`, JSON.stringify(next.base))
      inTab.write(`${key} version`, JSON.stringify({ version: next.version }))
    }
    setTyped(next)
  }
  function forget() {
    if (key !== null) inTab.remove(key)
    setTyped(null)
  }
  return {
    draft,
    change: (next: T) => keep({ draft: next, base, version }),
    forget,
    base,
    version,
    /** What another device saved since; null without a conflict. */
    theirs: isAsked ? saved.draft : null,
    /** Keeps the input, rebased on what is saved now. */
    keepMine(): Seen<T> {
      const seen = { base: saved.draft, version: saved.version }
      keep({ draft, ...seen })
      return seen
    },
    takeTheirs: forget,
  }
}

function stored<T extends object>(key: DraftKey, saved: Saved<T>): Typed<T> | null {
  if (inTab.read(key) === null) return null
  const { version } = readLike(inTab, `${key} version`, { version: 0 })
  const [draft, base] = [readLike(inTab, key, saved.draft), readLike(inTab, `${key} over`, saved.draft)]
  return { draft, base, version }
}

export const hasDraft = (key: DraftKey): boolean => inTab.read(key) !== null

/** Turns the draft of a deleted item into the draft of a new one. */
export function moveDraft(from: DraftKey, to: DraftKey): void {
  inTab.write(to, inTab.read(from) ?? '{}')
  inTab.write(`${to} over`, '{}') // based on the defaults
  inTab.remove(from)
}

export const isSame = <T extends object>(a: T, b: T): boolean =>
  Object.keys(a).every((field) => inOrder(a[field as keyof T]) === inOrder(b[field as keyof T]))

/** Ignores the order of keys, not of lists. */
const inOrder = (value: unknown): string =>
  JSON.stringify(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : value,
  )
