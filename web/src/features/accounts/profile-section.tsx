import type { Account } from '@reveille/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { toastFailure } from '../../api/toast-failure.ts'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { askSessionAgain } from '../../session/session-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeAccount } from './api.ts'
import { EmailChange } from './email-change.tsx'

/** ACCT-1: the person's details, and the phone that is called. */
export function ProfileSection({ account }: { account: Account }) {
  return (
    <Card className="flex flex-col gap-6">
      <NameForm name={account.name} />
      <EmailChange email={account.email} />
      <PhoneLine account={account} />
      {account.phoneVerified && <SaveOurNumber className="-mt-2 text-sm text-quiet" />}
    </Card>
  )
}

function NameForm({ name }: { name: string }) {
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    ...changeAccount,
    onSuccess(changed, ...rest) {
      changeAccount.onSuccess?.(changed, ...rest)
      setTyped(changed.name)
      askSessionAgain()
      showToast({
        title: 'Name saved',
        message: `From the next call on we'll say ‘Reveille wake-up call for ${changed.name}.’`,
      })
    },
    onError: toastFailure('Failed to save your name'),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== name && !save.isPending) save.mutate({ name: typed })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-52 flex-1">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {(typed.trim() !== name || save.isPending) && (
        <Button type="submit" look="secondary" pending={save.isPending && 'Saving…'}>
          Save name
        </Button>
      )}
    </form>
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
