import { Question } from '../question.tsx'
import { bringIntoSight } from './field.tsx'
import type { Seen, SharedDraft } from './use-shared-draft.ts'

type Props<T extends object> = {
  shared: SharedDraft<T>
  /** The differences, one per line. */
  details: (theirs: T, mine: T) => readonly string[]
  pending: boolean
  onKeep: (seen: Seen<T>) => void
  children: string
}

/** A conflict with another device's save: announced, scrolled into view, and asks which to keep. */
export function TheirsOrMine<T extends object>({ shared, details, pending, onKeep, children }: Props<T>) {
  const { theirs, draft, keepMine, takeTheirs } = shared
  if (theirs === null) return null
  function answer(keep: boolean) {
    if (keep) onKeep(keepMine())
    else takeTheirs()
  }
  return (
    <div ref={bringIntoSight} role="alert" className="relative z-10 w-full">
      <Question
        yes="Keep mine"
        no="Use the other"
        details={details(theirs, draft)}
        pending={pending}
        complaint={null}
        onAnswer={answer}
      >
        {children}
      </Question>
    </div>
  )
}

/** 'Wake-up time: 5:15 AM instead of 6:30 AM', one line a field. Null: another field's words include this one. */
export function differences<T>(fields: {
  readonly [field in keyof T]-?: readonly [label: string, words: (draft: T) => string] | null
}) {
  return (theirs: T, mine: T): string[] =>
    Object.values<(typeof fields)[keyof T]>(fields)
      .filter((field) => field !== null)
      .map(([label, words]) => [label, words(theirs) || 'none', words(mine) || 'none'] as const)
      .filter(([, there, here]) => there !== here)
      .map(([label, there, here]) => `${label}: ${there} instead of ${here}`)
}
