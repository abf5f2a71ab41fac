import type { NewPreferences, SavedPreferences } from '@reveille/contract/preferences'
import { type Goal, isUntold, type Struggle } from '@reveille/core/preferences/preferences'
import type { VoiceId } from '@reveille/core/speech/voices'

export const EMPTY_DRAFT = {
  goals: [] as Goal[],
  otherGoal: '',
  goalDescription: '',
  struggles: [] as Struggle[],
  otherStruggle: '',
  voice: null as VoiceId | null,
}
export type WizardDraft = typeof EMPTY_DRAFT

export function draftOf(saved: SavedPreferences | null): WizardDraft {
  if (saved === null) return EMPTY_DRAFT
  if (isUntold(saved)) return { ...EMPTY_DRAFT, voice: saved.voice }
  const { goals, otherGoal, goalDescription, struggles, otherStruggle, voice } = saved
  return {
    goals,
    otherGoal: otherGoal ?? '',
    goalDescription: goalDescription ?? '',
    struggles,
    otherStruggle: otherStruggle ?? '',
    voice,
  }
}

const CHOICES = { 1: ['goal', 'goals', 'otherGoal'], 2: ['struggle', 'struggles', 'otherStruggle'] } as const

/** `field`: the text field it belongs to; null if it's about the choices. */
export type WizardFault = { field: 'otherGoal' | 'otherStruggle' | null; message: string }

export function faultOf(step: 1 | 2 | 3, draft: WizardDraft): WizardFault | null {
  if (step === 3) return draft.voice === null ? { field: null, message: 'Please select a voice' } : null
  const [about, list, own] = CHOICES[step]
  if (draft[list].length === 0) return { field: null, message: `Please select at least one ${about}` }
  if (!draft[list].some((one) => one === 'other') || draft[own].trim() !== '') return null
  return { field: own, message: `Please specify your custom ${about}` }
}

/** The request body, without text for an 'other' that is no longer selected. */
export function preferencesOf(draft: WizardDraft & { voice: VoiceId }): NewPreferences {
  return {
    goals: draft.goals,
    otherGoal: draft.goals.includes('other') ? draft.otherGoal.trim() : null,
    goalDescription: draft.goalDescription.trim() || null,
    struggles: draft.struggles,
    otherStruggle: draft.struggles.includes('other') ? draft.otherStruggle.trim() : null,
    voice: draft.voice,
  }
}
