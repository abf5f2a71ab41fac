import type { Account } from '@reveille/contract/accounts'
import { CONSENTS } from '@reveille/core/consents/consents'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../../api/api-failure.ts'
import { useTexts } from '../../../api/client-config.ts'
import { useRequest } from '../../../api/use-request.ts'
import { paths, provenByText } from '../../../paths.ts'
import { rememberReturn } from '../../../session/pending-phone-proof.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card, Section } from '../../../ui/card.tsx'
import { DangerDialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { changeConsents } from '../api.ts'
import { PromptSwitch } from '../prompt-switch.tsx'
import { CallsCodeDialog } from './calls-code-dialog.tsx'
import { textStartWords } from './stopped-callout.tsx'

/** Confirms first, because it pauses everything. Undo restores it at once; later it takes a code. */
function StopCallsDialog({ onClose }: { onClose: () => void }) {
  const undo = useMutation({ mutationFn: changeConsents, onError: toastFailure("Couldn't undo") })
  const stop = useRequest('Failed to save', {
    mutationFn: () => changeConsents({ calls: false }),
    onSuccess({ version }) {
      const action = { label: 'Undo', run: () => undo.mutate({ calls: true, undo: true, version }) }
      showToast({ title: 'All calls are off', message: 'Every schedule is paused.', action })
      onClose()
    },
  })
  return (
    <DangerDialog
      title="Turn off all calls?"
      confirm="Turn off"
      cancel="Keep my calls"
      request={stop}
      pendingLabel="Turning off…"
      onClose={onClose}
    >
      This pauses every schedule, so we won&apos;t call you. To turn calls back on later, you&apos;ll need a code from
      your phone.
    </DangerDialog>
  )
}

/** Each consent changes with one press; calls turned off come back with a code. */
export function ConsentsSection({ account, paused }: { account: Account; paused: readonly string[] }) {
  const { calls, texts, callerNumber, recording, phone, phoneVerified } = account
  const areTexted = useTexts()
  const [isResuming, setResuming] = useState(false)
  const [isStopping, setStopping] = useState(false)
  return (
    <Section id="consents" title={areTexted ? 'Calls, texts and recordings' : 'Calls and recordings'}>
      <Card className="flex flex-col divide-y divide-line py-3!">
        {phoneVerified && (
          <Switch
            label={CONSENTS.calls.label}
            hint={CONSENTS.calls.hint}
            checked={!calls.stopped}
            onChange={(on) => (on ? setResuming(true) : setStopping(true))}
          />
        )}
        {areTexted && <TextsLine texts={texts} number={callerNumber} />}
        <PromptSwitch
          label={CONSENTS.recording.label}
          hint={CONSENTS.recording.hint}
          checked={recording.consented}
          onChange={(on) => changeConsents({ recording: on })}
        />
      </Card>
      {isStopping && <StopCallsDialog onClose={() => setStopping(false)} />}
      {isResuming && phone !== null && (
        <CallsCodeDialog phone={phone} as="first" paused={paused} onClose={() => setResuming(false)} />
      )}
    </Section>
  )
}

/** Only the phone itself can stop and start texts. A number verified by call gets none. */
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

/** Why no texts come to a number that a call proved, and how to get them. */
function NoTextsYet() {
  return (
    <>
      You verified your number with a call, so it may be a landline. We won&apos;t text it until you{' '}
      <span onClickCapture={() => rememberReturn('page', paths.account)}>
        <TextLink to={provenByText}>verify it by text</TextLink>
      </span>
      .
    </>
  )
}
