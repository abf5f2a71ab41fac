import type { WizardDraft } from './wizard-draft.ts'

export type StepProps = { draft: WizardDraft; change: (draft: WizardDraft) => void }

/** The list with or without an entry, in the order chosen. */
export function toggled<T>(list: readonly T[], entry: T, on: boolean): T[] {
  const others = list.filter((other) => other !== entry)
  return on ? [...others, entry] : others
}
