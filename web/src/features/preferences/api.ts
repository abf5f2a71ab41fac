import type { NewPreferences, SavedPreferences } from '@reveille/contract/preferences'
import type { VoiceId } from '@reveille/core/speech/voices'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/queries.tsx'
import { saveOver, type Over } from '../../api/save-over.ts'
import { askSessionAgain } from '../../session/session-store.ts'

/** Null if nothing is saved. */
export const savedPreferences = endpointQuery('getPreferences', ['account', 'preferences'])

/** The version while no preferences are saved. */
export const NONE_YET = 0

export const voiceList = { ...endpointQuery('listVoices', ['voices']), staleTime: 'static' } as const

function keep(saved: SavedPreferences): void {
  queryClient.setQueryData(savedPreferences.queryKey, saved)
  askSessionAgain() // `isPersonalized` is part of it
}

export const savePreferences = ({ preferences, over }: { preferences: NewPreferences; over: Over }) =>
  saveOver(over, (version) => call('savePreferences', { body: preferences, version })).then(keep)

/** Changes the voice alone; other choices stay. */
export const chooseVoice = (voice: VoiceId) => call('chooseVoice', { body: { voice } }).then(keep)
