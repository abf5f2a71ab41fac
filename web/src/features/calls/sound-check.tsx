import type { Call } from '@reveille/contract/calls'
import type { ReactNode } from 'react'
import { NotHeardCard, useTwoNumbers } from '../../contact-card/save-our-number.tsx'
import { rememberRang, useRang } from '../../session/rang-out-loud.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep } from '../../ui/page/next-step.tsx'
import { CallMe } from './sample-call.tsx'

/** Voicemail takes longer than declining does. */
const VOICEMAIL_S = 3

/** What became of a sample that wasn't heard; null if it was. */
export function unheardWords({ status, duration }: Pick<Call, 'status' | 'duration'>): string | null {
  switch (status) {
    case 'completed':
      return null
    case 'no_answer':
      if (duration === null) return "We called and you didn't pick up."
      return duration < VOICEMAIL_S
        ? 'We called, and the call ended before you could hear us.'
        : 'We called, and voicemail picked up.'
    default:
      return status === 'failed' ? 'Your sample call failed.' : "We called, but can't tell if you heard us."
  }
}

/** `heard` shows only after a sample rang out loud: else the phone won't ring in the morning either. */
export function SoundCheck({ call, heard }: { call: Call; heard: ReactNode }) {
  const unheard = unheardWords(call)
  const said = useRang(call.id)
  const rang = unheard === null ? said : false
  if (rang === null) {
    return (
      <NextStep title={RANG} complaint={null}>
        <YesNo call={call} />
      </NextStep>
    )
  }
  if (rang) return heard
  return (
    <div className="flex flex-col gap-6">
      <CallMe title={unheard ?? "Let's make it ring out loud."} reason={call.reason} label="Call me again" />
      <UnheardHelp />
    </div>
  )
}

const RANG = 'Did it ring out loud?'

function YesNo({ call: { id } }: { call: Call }) {
  return (
    <>
      <Button look="secondary" onClick={() => rememberRang(id, true)}>
        Yes
      </Button>
      <Button look="secondary" onClick={() => rememberRang(id, false)}>
        No
      </Button>
    </>
  )
}

function UnheardHelp() {
  const them = useTwoNumbers() ? 'numbers and let them' : 'number and let it'
  return <NotHeardCard title={`Didn't hear it ring? Save our ${them} through Do Not Disturb`} />
}

/** The sample's result where something else stands in the hero's place; `children` give way to the help. */
export function SoundCheckNote({ call, children }: { call: Call; children: ReactNode }) {
  const unheard = unheardWords(call)
  const said = useRang(call.id)
  const rang = unheard === null ? said : false
  if (rang === false) {
    return (
      <>
        <p role="status" className="font-semibold empty:hidden">
          {unheard !== null && [unheard, ...(call.reason === null ? [] : [`${call.reason}.`])].join(' ')}
        </p>
        <UnheardHelp />
      </>
    )
  }
  return (
    <>
      {rang ? (
        <p role="status">Good. That's how your calls will sound.</p>
      ) : (
        <div role="group" aria-label={RANG} className="flex flex-wrap items-center gap-3">
          <p className="basis-full font-semibold">{RANG}</p>
          <YesNo call={call} />
        </div>
      )}
      {children}
    </>
  )
}
