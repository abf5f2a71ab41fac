import type { Account } from '@reveille/contract/accounts'
import { MAIL_CHOICES, MAILS_ALWAYS, type MailChoice } from '@reveille/core/notices/notice'
import { useMutation } from '@tanstack/react-query'
import { listText } from '../../browser/intl.ts'
import { Card, Section } from '../../ui/card.tsx'
import { changeAccount } from './api.ts'
import { PromptSwitch } from './prompt-switch.tsx'

const LABELS: Record<MailChoice, string> = {
  'missed-calls': 'Missed or unconfirmed calls',
  'clock-changes': 'Clock changes',
  schedules: 'One-time calls completed',
}

/** Which emails are sent; the bell shows everything in any case (SHELL-11). */
export function MailsSection({ mails }: { mails: Account['mails'] }) {
  const change = useMutation(changeAccount)
  return (
    <Section id="mails" title="Email notifications">
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
      <p className="text-sm text-quiet">{`We'll always email you ${listText('en', MAILS_ALWAYS)}.`}</p>
    </Section>
  )
}
