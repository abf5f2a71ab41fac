import type { Passkeys } from '@reveille/contract/passkeys'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '@reveille/core/sign-in/credentials'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { useRequest } from '../../api/use-request.ts'
import { hasPasskeys } from '../../browser/passkeys.ts'
import { passkeyList } from '../../passkeys/use-passkey.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Rows, Section } from '../../ui/card.tsx'
import { DangerDialog, Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { CredentialRow } from './credential-row.tsx'

type Passkey = Passkeys[number]

const keep = (passkeys: Passkeys) => queryClient.setQueryData(passkeyList.queryKey, passkeys)

export function PasskeysSection() {
  const list = useQuery(passkeyList)
  const [asks, setAsks] = useState<'add' | Passkey | null>(null)
  const close = () => setAsks(null)
  const isFull = list.data !== undefined && list.data.length >= MOST_PASSKEYS
  return (
    <Section id="passkeys" title="Passkeys">
      <p className="text-quiet">
        {hasPasskeys()
          ? 'Log in with your fingerprint, your face or your screen lock, without waiting for a code.'
          : "This browser can't use passkeys here. They need an https address."}
      </p>
      <Loaded query={list} otherwise="We couldn't load the list.">
        {(passkeys) =>
          passkeys.length > 0 && (
            <Rows>
              {passkeys.map((passkey) => (
                <CredentialRow key={passkey.id} {...passkey} what="passkey" onRemove={() => setAsks(passkey)}>
                  {!passkey.usable && <Badge tone="warn">Made for another address</Badge>}
                </CredentialRow>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {hasPasskeys() && list.data && (
        <Button look="secondary" className="self-start" disabled={isFull} onClick={() => setAsks('add')}>
          Add a passkey
        </Button>
      )}
      {isFull && <p className="text-sm text-quiet">{`You have ${MOST_PASSKEYS}. Remove one to add another.`}</p>}
      {asks === 'add' && <AddDialog onClose={close} />}
      {asks !== null && asks !== 'add' && <RemoveDialog passkey={asks} onClose={close} />}
    </Section>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const add = useRequest('Failed to add a passkey', {
    async mutationFn() {
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
  })
  return (
    <Dialog
      title="Add a passkey"
      confirm="Continue"
      pending={add.isPending && 'Waiting for your device…'}
      complaint={add.complaint}
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
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRequest('Failed to remove', {
    mutationFn: () => call('removePasskey', { id: passkey.id }),
    onSuccess(passkeys) {
      keep(passkeys)
      showToast({ title: 'Passkey removed', message: 'Nobody can log in with it anymore.' })
      onClose()
    },
  })
  return (
    <DangerDialog
      title="Remove this passkey?"
      confirm="Remove"
      cancel="Keep it"
      request={remove}
      pendingLabel="Removing…"
      onClose={onClose}
    >
      <strong className="wrap-anywhere text-ink">{passkey.name}</strong> won't work here anymore. Delete it in your
      device's password settings, too.
    </DangerDialog>
  )
}
