import type { Account } from '@reveille/contract/accounts'
import { CONSENTS } from '@reveille/core/consents/consents'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../api/use-texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, Section } from '../../../ui/card.tsx'
import { changeConsents } from '../api.ts'
import { PromptSwitch } from '../prompt-switch.tsx'
import { CallsCodeDialog } from './calls-code-dialog.tsx'
import { NoTextsYet } from './no-texts-yet.tsx'
import { StopCallsDialog } from './stop-calls-dialog.tsx'
import { textStartWords } from './text-start-words.ts'

/** A person's consents, each with one press (S40); calls that were turned off come back with a code (S72). */
export function ConsentsSection({ account, paused }: { account: Account; paused: readonly string[] }) {
  const { calls, texts, callerNumber, recording, phone } = account
  const areTexted = useTexts()
  const [isResuming, setResuming] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const change = useMutation(changeConsents)
  async function switchCalls(on: boolean) {
    if (on) setResuming(true)
    else setStopping(true)
  }
  return (
    <Section id="consents" title={areTexted ? 'Calls, texts and recordings' : 'Calls and recordings'}>
      <Card className="flex flex-col divide-y divide-line py-3!">
        <PromptSwitch
          label={CONSENTS.calls.label}
          hint={CONSENTS.calls.hint}
          checked={!calls.stopped}
          onChange={switchCalls}
        />
        {areTexted && <TextsLine texts={texts} number={callerNumber} />}
        <PromptSwitch
          label={CONSENTS.recording.label}
          hint={CONSENTS.recording.hint}
          checked={recording.consented}
          onChange={(on) => change.mutateAsync({ recording: on })}
        />
      </Card>
      {isStopping && <StopCallsDialog onClose={() => setStopping(false)} />}
      {isResuming && phone !== null && (
        <CallsCodeDialog phone={phone} as="first" paused={paused} onClose={() => setResuming(false)} />
      )}
    </Section>
  )
}

/** Only the phone itself can stop and start texts; a number that a call alone proved gets none yet (PHONE-11). */
function TextsLine({ texts: { stopped, unproven }, number }: { texts: Account['texts']; number: string }) {
  const off = stopped || unproven
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2">
      <div>
        <p className="font-semibold">Texts</p>
        <p className="text-sm text-quiet">
          {stopped && textStartWords(number)}
          {!stopped && unproven && <NoTextsYet />}
          {!off && `Text STOP to ${number} to end them. Your calls stay on.`}
        </p>
      </div>
      <Badge tone={off ? 'warn' : 'good'}>{off ? 'Off' : 'On'}</Badge>
    </div>
  )
}
