import type { Account } from '@reveille/contract/accounts'
import type { Tokens } from '@reveille/contract/tokens'
import { SIGNALS_WORDS } from '@reveille/core/consents/signals-words'
import { LONGEST_TOKEN_NAME, MOST_TOKENS } from '@reveille/core/sign-in/credentials'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { LinkToCopy } from '../../ui/form/link-to-copy.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeConsents } from './api.ts'
import { CredentialRow } from './credential-row.tsx'
import { PromptSwitch } from './prompt-switch.tsx'

/** What programs learn about the person's mornings, through the owner's webhook and through tokens. */
export function ConnectionsSection({ signals, tokens }: Account) {
  return (
    <Section id="connections" title="Connections">
      {signals !== null && (
        <Card className="py-3!">
          <PromptSwitch {...SIGNALS_WORDS} checked={signals} onChange={(on) => changeConsents({ signals: on })} />
        </Card>
      )}
      <Card className="flex flex-col gap-4">
        <p className="text-quiet">
          With a token, a program can see your next call and how your last morning went. It can't do anything else.
        </p>
        {tokens.length > 0 && (
          <ul aria-label="Tokens" className="divide-y divide-line">
            {tokens.map((token) => (
              <TokenLine key={token.id} {...token} />
            ))}
          </ul>
        )}
        <NewToken isFull={tokens.length >= MOST_TOKENS} />
      </Card>
    </Section>
  )
}

function TokenLine(token: Tokens[number]) {
  const revoke = useMutation({
    mutationFn: () => call('revokeToken', { id: token.id }),
    onSuccess: () => showToast({ title: 'Token revoked', message: `${token.name} can't see your calls anymore.` }),
    onError: toastFailure('Failed to revoke'),
  })
  return <CredentialRow {...token} what="token" onRemove={revoke.mutate} />
}

function NewToken({ isFull }: { isFull: boolean }) {
  const [name, setName] = useState('')
  const add = useRequest('Failed to make a token', {
    mutationFn: () => call('addToken', { body: { name } }),
    onSuccess: () => setName(''),
  })
  const pending = add.isPending && 'Making…'
  return (
    <Form onSubmit={() => add.isPending || add.mutate()} className="flex flex-col gap-4">
      {add.data && <LinkToCopy key={add.data.token} label="Your new token" what="token" url={add.data.token} />}
      <TextField
        label="New token"
        hint="Name the program."
        name="token-name"
        autoComplete="off"
        maxLength={LONGEST_TOKEN_NAME}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Failure complaint={add.complaint} />
      <Button type="submit" look="secondary" className="self-start" disabled={isFull} pending={pending}>
        Make a token
      </Button>
    </Form>
  )
}
