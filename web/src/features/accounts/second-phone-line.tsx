import type { Account } from '@reveille/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import { spacedNumber } from '../../format/spaced-number.ts'
import { secondNumber } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { removeSecondPhone } from './api.ts'
import { CallsCodeDialog } from './consents/calls-code-dialog.tsx'

type Second = NonNullable<Account['secondPhone']>

/** The number for the last tries, or a line to add one. Hidden until the first number is verified. */
export function SecondPhoneLine({ account: { phone, phoneVerified, secondPhone } }: { account: Account }) {
  const removed = useRef(false)
  /** Takes the focus from the removed line. */
  function takeFocus(line: HTMLElement | null) {
    if (removed.current) line?.querySelector('a')?.focus()
    removed.current &&= line === null
  }
  if (secondPhone !== null)
    return <SecondPhone first={phone} second={secondPhone} onRemoved={() => (removed.current = true)} />
  if (!phoneVerified) return null
  return (
    <p ref={takeFocus} className="-my-3 -ml-3.5">
      <ButtonLink to={secondNumber} look="quiet" size="small">
        Add a second number
      </ButtonLink>
    </p>
  )
}

type SecondPhoneProps = { first: string | null; second: Second; onRemoved: () => void }

function SecondPhone({ first, second, onRemoved }: SecondPhoneProps) {
  const [asks, setAsks] = useState<'remove' | 'resume' | null>(null)
  const close = () => setAsks(null)
  const { phone, verified, calls } = second
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-semibold">Second number</p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="tabular text-lg">{spacedNumber(phone)}</span>
          <SecondBadge second={second} />
        </p>
        <p className="text-sm text-quiet">{whenRung(second)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {!verified && (
          <ButtonLink to={secondNumber} look="secondary" size="small">
            Verify it
          </ButtonLink>
        )}
        {verified && calls.stopped && (
          <Button look="secondary" size="small" onClick={() => setAsks('resume')}>
            Turn calls back on
          </Button>
        )}
        <Button look="secondary" size="small" onClick={() => setAsks('remove')}>
          Remove<span className="sr-only"> second number</span>
        </Button>
      </div>
      {asks === 'remove' && <RemoveDialog first={first} onRemoved={onRemoved} onClose={close} />}
      {asks === 'resume' && <CallsCodeDialog phone={phone} as="second" onClose={close} />}
    </div>
  )
}

function SecondBadge({ second: { verified, calls } }: { second: Second }) {
  if (!verified) return <Badge tone="warn">Not verified</Badge>
  return calls.stopped ? <Badge tone="warn">Calls off</Badge> : <Badge tone="good">Verified</Badge>
}

function whenRung({ verified, calls }: Second): string {
  return verified && !calls.stopped ? 'Our last two tries go to it.' : "We're not calling it."
}

function RemoveDialog({
  first,
  onRemoved,
  onClose,
}: Pick<SecondPhoneProps, 'first' | 'onRemoved'> & { onClose: () => void }) {
  const failure = useFailure('Failed to remove')
  const remove = useMutation({
    ...removeSecondPhone,
    ...failure.of,
    onSuccess() {
      onRemoved()
      showToast({ title: 'Second number removed', message: 'All our tries go to your wake-up number.' })
    },
  })
  return (
    <Dialog
      title="Remove your second number?"
      confirm="Remove"
      cancel="Keep it"
      look="danger"
      pending={(remove.isPending || remove.isSuccess) && 'Removing…'}
      complaint={failure.complaint}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        Our last two tries will go to{' '}
        <span className="whitespace-nowrap">{first === null ? 'your wake-up number' : spacedNumber(first)}</span> again.
      </p>
    </Dialog>
  )
}
