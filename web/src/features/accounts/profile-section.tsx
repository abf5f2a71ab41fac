import { type Account, LONGEST_SPOKEN_NAME } from '@reveille/contract/accounts'
import { calledName } from '@reveille/core/message/spoken-name'
import type { ComponentProps } from 'react'
import { newerVersion } from '../../api/save-over.ts'
import { useRequest } from '../../api/use-request.ts'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { type Clock, CLOCKS } from '../../format/local-formats.ts'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { askSessionAgain } from '../../session/session-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Failure, fieldLook } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import { useSharedDraft } from '../../ui/form/use-shared-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { account as accountQuery } from './account-query.ts'
import { changeAccount } from './api.ts'
import { EmailChange } from './email-change.tsx'
import { SecondPhoneLine } from './second-phone-line.tsx'

const LONGEST_NAME = 100

type Props = {
  account: Account
  field: 'name' | 'spokenName'
  label: string
  longest: number
  autoComplete: string
}

function NameForm({ account, field, label, longest, autoComplete }: Props) {
  const saved = account[field] ?? ''
  const shared = useSharedDraft(null, { draft: { text: saved }, version: account.version })
  const { theirs } = shared
  const typed = shared.draft.text
  const save = useRequest('Failed to save your name', {
    mutationFn: changeAccount,
    onSuccess(changed) {
      shared.forget()
      askSessionAgain()
      showToast({ title: 'Name saved', message: `From your next call, we'll say ${greetingOf(changed)}` })
    },
  })
  function saveOver({ base, version }: Pick<typeof shared, 'base' | 'version'>) {
    const newer = newerVersion(accountQuery, (now) => ((now[field] ?? '') === base.text ? now.version : null))
    if (typed.trim() !== saved && !save.isPending) save.mutate({ [field]: typed, over: { version, newer } })
  }
  return (
    <Form onSubmit={() => saveOver(shared)} className="flex flex-wrap items-start gap-3">
      <div className="min-w-[min(13rem,100%)] flex-1">
        <TextField
          label={label}
          hint={field === 'spokenName' && `You'll hear ${greetingOf({ ...account, spokenName: typed })}`}
          name={field}
          autoComplete={autoComplete}
          maxLength={longest}
          value={typed}
          onChange={(event) => shared.change({ text: event.target.value })}
        />
      </div>
      {(typed.trim() !== saved || save.isPending) && (
        <Button type="submit" look="secondary" pending={save.isPending && 'Saving…'} className="sm:mt-7.5">
          Save name
        </Button>
      )}
      <TheirsOrMine
        shared={shared}
        details={({ text }) => [`${text === '' ? 'None' : `“${text}”`} instead of “${typed}”`]}
        pending={save.isPending}
        onKeep={saveOver}
      >
        This name was changed on another device
      </TheirsOrMine>
      <Failure complaint={theirs === null ? save.complaint : null} />
    </Form>
  )
}

const greetingOf = (person: Pick<Account, 'name' | 'spokenName'>): string =>
  `“Reveille wake-up call for ${calledName(person) || 'you'}.”`

const NAMES: Record<Clock, string> = {
  auto: 'Same as this browser',
  '12': '12-hour (6:30 PM)',
  '24': '24-hour (18:30)',
}

/** How pages write times, kept in this browser; emails, texts and the bell keep to 12 hours. */
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

export function ProfileSection({ account, clock, onClock }: { account: Account } & ComponentProps<typeof ClockChoice>) {
  return (
    <Section id="profile" title="About you">
      <Card className="flex flex-col gap-6">
        <NameForm account={account} field="name" label="Name" longest={LONGEST_NAME} autoComplete="name" />
        <NameForm
          account={account}
          field="spokenName"
          label="Say my name as (optional)"
          longest={LONGEST_SPOKEN_NAME}
          autoComplete="off"
        />
        <EmailChange email={account.email} />
        <PhoneLine account={account} />
        <SecondPhoneLine account={account} />
        <ClockChoice clock={clock} onClock={onClock} />
        {account.phoneVerified && <SaveOurNumber className="-mt-2 text-sm text-quiet" />}
      </Card>
    </Section>
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
