import { useLayoutEffect, useState } from 'react'
import { readLike } from '../browser/read-like.ts'
import { inTab } from '../browser/storage.ts'
import { sharedValue } from '../ui/shared-value.ts'

export const ENTRY_DRAFT = 'entry'
const EMPTY = {
  name: '',
  email: '',
  accepted: false,
  rememberMe: false,
  /** As far as typed; valid in this browser only, for ten minutes. */
  otp: '',
  /** The address that a code was last sent to, and when (ms since the epoch); null before that. */
  sentTo: null as string | null,
  sentAt: 0,
  sentFor: null as 'login' | 'signup' | null,
}

/** A visitor's input on the entry pages, kept through a reload, Back or a change of page. */
export type EntryDraft = typeof EMPTY

const draft = sharedValue<EntryDraft | null>(null)

/** This tab's draft. The prerendered page starts with an empty one. */
export function useEntryDraft(): [EntryDraft, (change: Partial<EntryDraft>) => void] {
  const [shown, show] = useState(EMPTY)
  // Before the first paint, and before anything can be pressed: useSyncExternalStore would subscribe a moment later,
  // and a box ticked in between would jump back.
  useLayoutEffect(() => {
    const draw = () => show(readDraft())
    draw()
    return draft.subscribe(draw)
  }, [])
  return [shown, changeDraft]
}

function changeDraft(change: Partial<EntryDraft>): void {
  const next = { ...readDraft(), ...change }
  inTab.write(ENTRY_DRAFT, JSON.stringify(next))
  draft.set(next)
}

/** Fills the name in where nobody typed one. */
export function suggestName(name: string): void {
  if (readDraft().name === '') changeDraft({ name })
}

export function forgetEntryDraft(): void {
  inTab.remove(ENTRY_DRAFT)
}

const readDraft = (): EntryDraft => draft.get() ?? readLike(inTab, ENTRY_DRAFT, EMPTY)
