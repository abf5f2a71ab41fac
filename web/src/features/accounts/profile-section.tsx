import type { Account } from '@reveille/contract/accounts'
import type { ComponentProps } from 'react'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { type Clock, CLOCKS } from '../../format/local-formats.ts'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { fieldLook } from '../../ui/form/field.tsx'
import { EmailChange } from './email-change.tsx'
import { NameForms } from './name-forms.tsx'
import { SecondPhoneLine } from './second-phone-line.tsx'

const NAMES: Record<Clock, string> = {
  auto: 'Same as this browser',
  '12': '12-hour (6:30 PM)',
  '24': '24-hour (18:30)',
}

/** How pages write times, kept in this browser (SHELL-13); emails, texts and the bell keep to 12 hours. */
function ClockChoice({ clock, onClock }: { clock: Clock; onClock: (clock: Clock) => void }) {
  return (
    <label className="flex flex-col gap-1.5 font-semibold">
      Show times
      <select
        value={clock}
        onChange={(event) => onClock(event.target.value as Clock)}
        className={`${fieldLook} max-w-xs font-normal`}
      >
        {CLOCKS.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  )
}

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
