import type { OwnWords } from '@reveille/contract/preferences'
import { inLead, whatYouHear, type Heard } from '@reveille/core/message/own-words/own-units'
import { dateOrderOf } from '@reveille/core/message/own-words/spoken-date'
import { SUGGESTED_VOICE, type VoiceId } from '@reveille/core/speech/voices'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { PlayButton } from '../../audio/preview-button.tsx'
import { stopPreview } from '../../audio/preview-player.ts'
import { useSession } from '../../session/use-session.ts'
import { Callout } from '../../ui/callout.tsx'
import { VolumeX } from '../../ui/icons/page-icons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { voiceList } from './api.ts'

/** Pause in typing (ms) after which screen readers hear the result. */
const TYPING_PAUSE_MS = 1500

export type HeardText = { text: string; about: OwnWords['about']; voice: VoiceId | null }

/** Each sentence as the chosen voice says it, or that it's skipped. */
export function WhatYouHear({ text, about, voice }: HeardText) {
  const { user } = useSession()
  const { units, mentionsSelfHarm } = whatYouHear(useDeferredValue(text), dateOrderOf(user?.phone ?? null))
  const voiceId = voice ?? SUGGESTED_VOICE
  const leads = useQuery(voiceList).data?.find((one) => one.voiceId === voiceId)?.[`${about}Leads`]
  const spoken = [...new Set(units.flatMap(({ said }) => said ?? []))]
  const id = useId()
  useEffect(() => stopPreview, [])
  return (
    <>
      <Summary units={units} />
      {units.length > 0 && (
        <section aria-labelledby={id} className="mt-3 rounded-field border border-line bg-surface px-4 py-3">
          <h3 id={id} className="font-sans text-sm font-semibold tracking-normal">
            What you'll hear
          </h3>
          <ul className="mt-2 flex flex-col gap-2">
            {unique(units).map(({ written, said }) =>
              said === null ? (
                <Unspoken key={written} written={written} />
              ) : (
                <Spoken
                  key={written}
                  said={said}
                  leads={leads}
                  words={{ voiceId, about, text, index: spoken.indexOf(said) }}
                />
              ),
            )}
          </ul>
        </section>
      )}
      <div role="status">
        {mentionsSelfHarm && (
          <Callout tone="warn" className="mt-3">
            We won't read this aloud. If you might hurt yourself, please talk to someone now:{' '}
            <TextLink to="https://findahelpline.com" newTab>
              findahelpline.com
            </TextLink>
          </Callout>
        )}
      </div>
    </>
  )
}

/** Keys that stay unique if a sentence repeats. */
const unique = (units: readonly Heard[]): Heard[] => [...new Map(units.map((unit) => [unit.written, unit])).values()]

function Unspoken({ written }: { written: string }) {
  return (
    <li className="flex min-w-0 gap-2.5">
      <VolumeX className="mt-1 size-4 shrink-0 text-quiet" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">Not read aloud:</span> <span className="text-quiet">{written}</span>
      </span>
    </li>
  )
}

/** `leads`: undefined until the voices are loaded. */
type SpokenProps = { said: string; leads: readonly string[] | undefined; words: OwnWords }

function Spoken({ said, leads, words }: SpokenProps) {
  const sentence = `“${leads === undefined ? said : inLead(leads[words.index % leads.length]!, said)}”`
  return (
    <li className="flex min-w-0 items-center gap-3">
      {leads && <PlayButton id={`${words.voiceId} ${sentence}`} load={() => recorded(words)} name={`“${said}”`} />}
      <span className="min-w-0 wrap-anywhere">{sentence}</span>
    </li>
  )
}

/** A blob, because own words must not appear in an address. */
async function recorded(body: OwnWords): Promise<string | null> {
  const { audio } = await call('sayOwnWords', { body })
  if (audio === null) return null
  return URL.createObjectURL(new Blob([Uint8Array.from(atob(audio), (byte) => byte.charCodeAt(0))]))
}

/** Announced after a pause, because the list changes with each letter. */
function Summary({ units }: { units: readonly Heard[] }) {
  const words = summaryOf(units)
  const [told, tell] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => tell(words), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p role="status" className="sr-only">
      {told}
    </p>
  )
}

function summaryOf(units: readonly Heard[]): string {
  if (units.length === 0) return ''
  const said = units.flatMap((unit) => unit.said ?? [])
  const silent = units.length - said.length
  return [
    said.length > 0 ? `You'll hear: ${said.join('. ')}.` : '',
    silent > 0 ? `${silent === 1 ? 'One part is' : `${silent} parts are`} not read aloud.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
