import type { Account } from '@reveille/contract/accounts'
import { MAIL_CHOICES, type MailChoice } from '@reveille/core/notices/notice'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../api/toast-failure.ts'
import { Card, Section } from '../../ui/card.tsx'
import { changeAccount } from './api.ts'
import { PromptSwitch } from './prompt-switch.tsx'

const LABELS: Record<MailChoice, string> = {
  'missed-calls': "A call that I missed or didn't confirm",
  'skipped-calls': 'A call that is skipped',
  'clock-changes': 'A call that the clocks move',
  schedules: 'A one-time schedule that is over',
}

/** Which emails are sent; the bell shows everything in any case (SHELL-11). */
export function MailsSection({ mails }: { mails: Account['mails'] }) {
  const change = useMutation({
    ...changeAccount,
    onError: toastFailure('Failed to save'),
  })
  return (
    <Section id="mails" title="Mails">
      <Card className="flex flex-col divide-y divide-line py-3!">
        {MAIL_CHOICES.map((choice) => (
          <PromptSwitch
            key={choice}
            label={LABELS[choice]}
            checked={mails[choice]}
            onChange={(on) => change.mutateAsync({ mails: { [choice]: on } })}
          />
        ))}
      </Card>
      <p className="text-sm text-quiet">
        Always sent: sign-in codes, a call that we could not place, and a sign-in with a new browser.
      </p>
    </Section>
  )
}
