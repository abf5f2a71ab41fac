import type { Account } from '@reveille/contract/accounts'
import type { ComponentProps } from 'react'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClockChoice } from './clock-choice.tsx'
import { EmailChange } from './email-change.tsx'
import { NameForms } from './name-forms.tsx'
import { SecondPhoneLine } from './second-phone-line.tsx'

/** ACCT-1: the person's details, and the phone that is called. */
export function ProfileSection({ account, clock, onClock }: { account: Account } & ComponentProps<typeof ClockChoice>) {
  return (
    <Card className="flex flex-col gap-6">
      <NameForms account={account} />
      <EmailChange email={account.email} />
      <PhoneLine account={account} />
      <SecondPhoneLine account={account} />
      <ClockChoice clock={clock} onClock={onClock} />
      {account.phoneVerified && <SaveOurNumber className="-mt-2 text-sm text-quiet" />}
    </Card>
  )
}

function PhoneLine({ account: { phone, phoneVerified } }: { account: Account }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-semibold">Phone</p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="tabular text-lg">{phone === null ? 'None yet' : spacedNumber(phone)}</span>
          {phone !== null && (
            <Badge tone={phoneVerified ? 'good' : 'warn'}>{phoneVerified ? 'Verified' : 'Not verified'}</Badge>
          )}
        </p>
      </div>
      <span onClickCapture={() => rememberReturn('page', paths.account)}>
        <ButtonLink to={paths.phone} look="secondary" size="small">
          {phoneVerified ? 'Change phone number' : 'Verify a phone number'}
        </ButtonLink>
      </span>
    </div>
  )
}
