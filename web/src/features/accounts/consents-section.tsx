import type { Account } from '@reveille/contract/accounts'
import { CONSENTS } from '@reveille/core/consents/consents'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clientConfig } from '../../api/client-config.ts'
import { toastFailure } from '../../api/toast-failure.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeConsents } from './api.ts'
import { PromptSwitch } from './prompt-switch.tsx'
import { useTextStartWords } from './use-text-start-words.ts'

/** A person's consents, each turned on and off with one press (S40). */
export function ConsentsSection({ account: { calls, texts, recording } }: { account: Account }) {
  const change = useMutation({
    ...changeConsents,
    onSuccess(changed, wanted, ...rest) {
      changeConsents.onSuccess?.(changed, wanted, ...rest)
      if (wanted.calls === true) {
        showToast({ title: 'Calls are on again', message: 'Resume each schedule that should ring on your dashboard.' })
      }
    },
    onError: toastFailure('Failed to save'),
  })
  return (
    <Section id="consents" title="Calls, texts and recordings">
      <Card className="flex flex-col divide-y divide-line py-3!">
        <PromptSwitch
          label={CONSENTS.calls.label}
          hint={CONSENTS.calls.hint}
          checked={!calls.stopped}
          onChange={(on) => change.mutateAsync({ calls: on })}
        />
        <TextsLine stopped={texts.stopped} />
        <PromptSwitch
          label={CONSENTS.recording.label}
          hint={CONSENTS.recording.hint}
          checked={recording.consented}
          onChange={(on) => change.mutateAsync({ recording: on })}
        />
      </Card>
    </Section>
  )
}

/** Only the phone itself can stop and start texts. */
function TextsLine({ stopped }: { stopped: boolean }) {
  const { data } = useQuery(clientConfig)
  const number = data?.callerNumber ?? 'our number'
  const startWords = useTextStartWords()
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 py-2">
      <div>
        <p className="font-semibold">Texts</p>
        <p className="text-sm text-quiet">
          {stopped ? startWords : `Text STOP to ${number} to end them. Your calls stay on.`}
        </p>
      </div>
      <Badge tone={stopped ? 'warn' : 'good'}>{stopped ? 'Off' : 'On'}</Badge>
    </div>
  )
}
