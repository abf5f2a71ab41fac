import { useLayoutEffect, useState } from 'react'
import { readLike } from '../browser/read-like.ts'
import { inTab } from '../browser/storage.ts'

/** A visitor's input on the entry pages, kept through a reload, Back or a change of page. */
export type EntryDraft = {
  name: string
  email: string
  accepted: boolean
  rememberMe: boolean
  /** As far as typed; valid in this browser only, for ten minutes. */
  otp: string
  /** The address that a code was last sent to, and when (ms since the epoch); null before that. */
  sentTo: string | null
  sentAt: number
  sentFor: 'login' | 'signup' | null
}

export const ENTRY_DRAFT = 'entry'
const EMPTY: EntryDraft = {
  name: '',
  email: '',
  accepted: false,
  rememberMe: false,
  otp: '',
  sentTo: null,
  sentAt: 0,
  sentFor: null,
}

let draft: EntryDraft | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** This tab's draft. The prerendered page starts with an empty one. */
export function useEntryDraft(): [EntryDraft, (change: Partial<EntryDraft>) => void] {
  const [shown, show] = useState(EMPTY)
  // Before the first paint, and before anything can be pressed: useSyncExternalStore would subscribe a moment later,
  // and a box ticked in between would jump back.
  useLayoutEffect(() => {
    const draw = () => show(readDraft())
    draw()
    return subscribe(draw)
  }, [])
  return [shown, changeDraft]
}

function changeDraft(change: Partial<EntryDraft>): void {
  draft = { ...readDraft(), ...change }
  inTab.write(ENTRY_DRAFT, JSON.stringify(draft))
  for (const listener of listeners) listener()
}

/** Fills the name in where nobody typed one. */
export function suggestName(name: string): void {
  if (readDraft().name === '') changeDraft({ name })
}

export function forgetEntryDraft(): void {
  inTab.remove(ENTRY_DRAFT)
}

function readDraft(): EntryDraft {
  draft ??= readLike(inTab, ENTRY_DRAFT, EMPTY)
  return draft
}
