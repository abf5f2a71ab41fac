import type { Invitation, Invited, MadeLink } from '@reveille/contract/people'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sendsMail } from '../../api/installation.ts'
import { useFailure } from '../../api/use-failure.ts'
import { shareSheet } from '../../browser/share-sheet.ts'
import { instantText } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { LinkToCopy } from '../../ui/form/link-to-copy.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { inviteSomebody, withdrawInvitation } from './api.ts'

/** New invitations, and those that nobody used yet. */
export function InviteSection({ invitations }: { invitations: readonly Invitation[] }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const failure = useFailure('Failed to invite')
  const invite = useMutation({
    ...inviteSomebody,
    ...failure.of,
    onSuccess(...done) {
      setName('')
      setEmail('')
      return inviteSomebody.onSuccess?.(...done)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!invite.isPending) invite.mutate({ name, ...(email.trim() !== '' && { email: email.trim() }) })
  }
  return (
    <Section id="invite" title="Invite someone">
      <Card className="flex flex-col gap-5">
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              hint="Optional. Helps you tell invitations apart."
              name="invited-name"
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            {sendsMail() && (
              <TextField
                label="Email"
                hint="Optional. We'll email the link."
                type="email"
                name="invited-email"
                autoComplete="off"
                autoCapitalize="none"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </div>
          <Failure complaint={failure.complaint} />
          <Button type="submit" className="self-start" pending={invite.isPending && 'Inviting…'}>
            Make an invitation
          </Button>
        </form>
        {invite.data && <NewInvitation {...invite.data} wanted={invite.variables.email !== undefined} />}
      </Card>
      {invitations.length > 0 && (
        <ul aria-label="Open invitations" className="divide-y divide-line border-y border-line">
          {invitations.map((invitation) => (
            <OpenInvitation key={invitation.id} {...invitation} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** `wanted`: to be emailed. */
function NewInvitation({ mailed, wanted, ...link }: Invited & { wanted: boolean }) {
  const unsent = wanted ? "We couldn't email it. Send this link to them." : 'Send this link to them.'
  const words = mailed ? 'The invitation is on its way. Here it is, too.' : unsent
  return <NewLink {...link} label="Invitation link" words={words} />
}

/** A link to pass on. */
export function NewLink({ url, expiresAt, label, words }: MadeLink & { label: string; words: string }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p>{`${words} It works once, until ${instantText(new Date(expiresAt))}.`}</p>
      <LinkToCopy label={label} url={url}>
        {shareSheet !== null && (
          <Button look="secondary" size="small" onClick={() => void shareSheet?.(url)}>
            Share
          </Button>
        )}
      </LinkToCopy>
    </div>
  )
}

function OpenInvitation({ id, name, expiresAt }: Invitation) {
  const failure = useFailure('Failed to withdraw the invitation')
  const withdraw = useMutation({ ...withdrawInvitation, ...failure.of })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span>
        <span className="block font-semibold">{name ?? 'Invitation'}</span>
        <span className="text-sm text-quiet">Open until {instantText(new Date(expiresAt))}</span>
      </span>
      <Button
        look="quiet"
        size="small"
        aria-label={`Withdraw the invitation${name === null ? '' : ` for ${name}`}`}
        pending={withdraw.isPending && 'Withdrawing…'}
        onClick={() => withdraw.mutate(id)}
      >
        Withdraw
      </Button>
      <Failure complaint={failure.complaint} />
    </li>
  )
}
