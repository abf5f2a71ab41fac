import type { Passkeys } from '@reveille/contract/passkeys'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '@reveille/core/sign-in/credentials'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { useFailure } from '../../api/use-failure.ts'
import { hasPasskeys } from '../../browser/passkeys.ts'
import { dayText } from '../../format/local-formats.ts'
import { passkeyList } from '../../passkeys/use-passkey.ts'
import { useProven } from '../../proof/use-proven.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, Spinner } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

type Passkey = Passkeys[number]

const keep = (passkeys: Passkeys) => queryClient.setQueryData(passkeyList.queryKey, passkeys)

/** Passkeys to sign in with instead of a code. */
export function PasskeysSection({ email }: { email: string }) {
  const { data: passkeys, error } = useQuery(passkeyList)
  const [asks, setAsks] = useState<'add' | Passkey | null>(null)
  const close = () => setAsks(null)
  const isFull = passkeys !== undefined && passkeys.length >= MOST_PASSKEYS
  return (
    <Section id="passkeys" title="Passkeys">
      <p className="text-quiet">
        {hasPasskeys()
          ? 'Log in with your fingerprint, your face or your screen lock, without waiting for a code.'
          : "This browser can't use passkeys here. They need an https address."}
      </p>
      {error && <ErrorText complaint={{ message: messageOf(error, "We couldn't load the list.") }} />}
      {!error && passkeys === undefined && <Spinner />}
      {passkeys !== undefined && passkeys.length > 0 && (
        <Card className="py-2!">
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setAsks(passkey)} />
            ))}
          </ul>
        </Card>
      )}
      {hasPasskeys() && passkeys && (
        <Button look="secondary" className="self-start" disabled={isFull} onClick={() => setAsks('add')}>
          Add a passkey
        </Button>
      )}
      {isFull && <p className="text-sm text-quiet">{`You have ${MOST_PASSKEYS}. Remove one to add another.`}</p>}
      {asks === 'add' && <AddDialog email={email} onClose={close} />}
      {asks !== null && asks !== 'add' && <RemoveDialog email={email} passkey={asks} onClose={close} />}
    </Section>
  )
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, addedAt, lastUsedAt, usable } = passkey
  const used = lastUsedAt === null ? 'Never used' : `Last used ${dayText(new Date(lastUsedAt))}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-3 font-semibold wrap-anywhere">
          {name}
          {!usable && <Badge tone="warn">Made for another address</Badge>}
        </span>
        <span className="text-sm text-quiet">{`Added ${dayText(new Date(addedAt))} · ${used}`}</span>
      </span>
      <Button look="secondary" size="small" onClick={onRemove}>
        Remove<span className="sr-only">{` passkey ${name}`}</span>
      </Button>
    </li>
  )
}

type DialogProps = { email: string; onClose: () => void }

function AddDialog({ email, onClose }: DialogProps) {
  const [name, setName] = useState('')
  const { dialog, retryProven } = useProven(email)
  const failure = useFailure('Failed to add a passkey')
  const add = useMutation({
    ...failure.of,
    mutationFn: async () => {
      const [{ createPasskey }, options] = await Promise.all([
        import('../../passkeys/authenticator.ts'),
        call('newPasskey'),
      ])
      return call('addPasskey', { body: { name, ...(await createPasskey(options)) } })
    },
    onSuccess(passkeys) {
      keep(passkeys)
      showToast({ title: 'Passkey added', message: 'Next time, you can log in with it.' })
      onClose()
    },
    onError(error) {
      if (!retryProven(error, () => add.mutate())) failure.of.onError(error)
    },
  })
  return (
    <>
      <Dialog
        title="Add a passkey"
        confirm="Continue"
        pending={add.isPending && 'Waiting for your device…'}
        complaint={failure.complaint}
        onConfirm={() => add.mutate()}
        onClose={onClose}
      >
        <p className="text-quiet">Your device will ask for your fingerprint, face or screen lock.</p>
        <TextField
          label="Name (optional)"
          name="passkey"
          hint="For example, “My phone”. Without one, we'll use your browser's name."
          autoComplete="off"
          maxLength={LONGEST_PASSKEY_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Dialog>
      {dialog}
    </>
  )
}

function RemoveDialog({ email, passkey, onClose }: DialogProps & { passkey: Passkey }) {
  const { dialog, retryProven } = useProven(email)
  const failure = useFailure('Failed to remove')
  const remove = useMutation({
    ...failure.of,
    mutationFn: () => call('removePasskey', { id: passkey.id }),
    onSuccess(passkeys) {
      keep(passkeys)
      showToast({ title: 'Passkey removed', message: 'Nobody can log in with it anymore.' })
      onClose()
    },
    onError(error) {
      if (!retryProven(error, () => remove.mutate())) failure.of.onError(error)
    },
  })
  return (
    <>
      <Dialog
        title="Remove this passkey?"
        confirm="Remove"
        cancel="Keep it"
        look="danger"
        pending={remove.isPending && 'Removing…'}
        complaint={failure.complaint}
        onConfirm={() => remove.mutate()}
        onClose={onClose}
      >
        <p className="text-quiet">
          <strong className="wrap-anywhere text-ink">{passkey.name}</strong> won't work here anymore. Delete it in your
          device's password settings, too.
        </p>
      </Dialog>
      {dialog}
    </>
  )
}
