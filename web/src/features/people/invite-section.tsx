import type { Invitation, Invited, MadeLink } from '@reveille/contract/people'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { useRequest } from '../../api/use-request.ts'
import { shareSheet } from '../../browser/share-sheet.ts'
import { instantText } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Row, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { LinkToCopy } from '../../ui/form/link-to-copy.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { handOffFocus } from '../../ui/hand-off-focus.ts'

export function InviteSection({ invitations }: { invitations: readonly Invitation[] }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const invite = useRequest('Failed to invite', {
    mutationFn: (body: { name?: string; email?: string }) => call('invite', { body }),
    onSuccess() {
      setName('')
      setEmail('')
    },
  })
  function submit() {
    if (!invite.isPending) invite.mutate({ name, ...(email.trim() !== '' && { email: email.trim() }) })
  }
  return (
    <Section id="invite" title="Invite someone">
      <Card className="flex flex-col gap-5">
        <Form onSubmit={submit} className="flex flex-col gap-4">
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
          <Failure complaint={invite.complaint} />
          <Button type="submit" className="self-start" pending={invite.isPending && 'Inviting…'}>
            Make an invitation
          </Button>
        </Form>
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

export function NewLink({ url, expiresAt, label, words }: MadeLink & { label: string; words: string }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p>{`${words} It works once, until ${instantText(new Date(expiresAt))}.`}</p>
      <LinkToCopy key={url} label={label} url={url}>
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
  const withdraw = useRequest('Failed to withdraw the invitation', {
    mutationFn: () => call('withdrawInvitation', { id }),
  })
  return (
    <Row title={name ?? 'Invitation'} detail={`Open until ${instantText(new Date(expiresAt))}`}>
      <Button
        ref={handOffFocus}
        look="quiet"
        size="small"
        aria-label={`Withdraw the invitation${name === null ? '' : ` for ${name}`}`}
        pending={withdraw.isPending && 'Withdrawing…'}
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
      <Failure complaint={withdraw.complaint} />
    </Row>
  )
}
