import { useState } from 'react'
import { readLike } from '../../browser/read-like.ts'
import { inTab } from '../../browser/storage.ts'

/** Where a draft is kept in this tab; beside it what it was typed over. */
type DraftKey = 'preferencesDraft' | `scheduleDraft-${string}`

/** What a person saw before they changed it. */
export type Seen<T> = { base: T; version: number | undefined }
/** What is saved, as the form shows it, and its version. */
type Saved<T> = {
  draft: T
  version: number | undefined
  /** Nothing is saved yet: what is offered may change, but no other device changed it. */
  isNew?: boolean
}
/** What was typed, and over what. */
type Typed<T> = Seen<T> & { draft: T }

export type SharedDraft<T> = {
  draft: T
  change: (next: T) => void
  forget: () => void
  /** What the draft was typed over. */
  base: T
  version: number | undefined
  /** What another device saved since then; null while nothing has to be asked. */
  theirs: T | null
  /** Goes on with what was typed, over what is saved now. */
  keepMine: () => Seen<T>
  takeTheirs: () => void
}

/**
 * The draft of something that other devices change too. Untouched, it follows them; touched, it stays, and says what they
 * saved. With a key it's kept in this tab through a reload and the back button.
 */
export function useSharedDraft<T extends object>(key: DraftKey | null, saved: Saved<T>): SharedDraft<T> {
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
    change: (next) => keep({ draft: next, base, version }),
    forget,
    base,
    version,
    theirs: isAsked ? saved.draft : null,
    keepMine() {
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

/** What was typed over something that's gone becomes the draft of something new. */
export function moveDraft(from: DraftKey, to: DraftKey): void {
  inTab.write(to, inTab.read(from) ?? '{}')
  inTab.write(`${to} over`, '{}') // of what is offered there
  inTab.remove(from)
}

/** Whether two drafts show the same. */
export const isSame = <T extends object>(a: T, b: T): boolean =>
  Object.keys(a).every((field) => inOrder(a[field as keyof T]) === inOrder(b[field as keyof T]))

/** The order of a record's entries says nothing, that of a list may. */
const inOrder = (value: unknown): string =>
  JSON.stringify(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : value,
  )
