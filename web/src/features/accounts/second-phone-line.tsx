import type { Account } from '@reveille/contract/accounts'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { spacedNumber } from '../../format/spaced-number.ts'
import { secondNumber } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DangerDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { CallsCodeDialog } from './consents/calls-code-dialog.tsx'

type Second = NonNullable<Account['secondPhone']>

/** The number for the last tries, or a line to add one. Hidden until the first number is verified. */
export function SecondPhoneLine({ account }: { account: Account }) {
  const removed = useRef(false)
  /** Takes the focus from the removed line. */
  function takeFocus(line: HTMLElement | null) {
    if (removed.current) line?.querySelector('a')?.focus()
    removed.current &&= line === null
  }
  if (account.secondPhone !== null)
    return <SecondPhone account={account} second={account.secondPhone} onRemoved={() => (removed.current = true)} />
  if (!account.phoneVerified) return null
  return (
    <p ref={takeFocus} className="-my-3 -ml-3.5">
      <ButtonLink to={secondNumber} look="quiet" size="small">
        Add a second number
      </ButtonLink>
    </p>
  )
}

type SecondPhoneProps = { account: Account; second: Second; onRemoved: () => void }

function SecondPhone({ second: { phone, verified, calls }, ...removing }: SecondPhoneProps) {
  const [asks, setAsks] = useState<'remove' | 'resume' | null>(null)
  const close = () => setAsks(null)
  const [tone, word] = STATES[!verified ? 'unverified' : calls.stopped ? 'stopped' : 'rung']
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <p className="font-semibold">Second number</p>
        <p className="flex flex-wrap items-center gap-3">
          <span className="tabular text-lg">{spacedNumber(phone)}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="text-sm text-quiet">
          {tone === 'good' ? 'Our last two tries go to it.' : "We're not calling it."}
        </p>
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
      {asks === 'remove' && <RemoveDialog {...removing} onClose={close} />}
      {asks === 'resume' && <CallsCodeDialog phone={phone} as="second" onClose={close} />}
    </div>
  )
}

const STATES = {
  unverified: ['warn', 'Not verified'],
  stopped: ['warn', 'Calls off'],
  rung: ['good', 'Verified'],
} as const

type RemoveProps = Omit<SecondPhoneProps, 'second'> & { onClose: () => void }

function RemoveDialog({ account: { phone, version }, onRemoved, onClose }: RemoveProps) {
  const remove = useRequest('Failed to remove', {
    mutationFn: () => call('removeSecondPhone', { version }), // a number that replaced it meanwhile stays
    onSuccess() {
      onRemoved()
      showToast({ title: 'Second number removed', message: 'All our tries go to your wake-up number.' })
    },
  })
  return (
    <DangerDialog
      title="Remove your second number?"
      confirm="Remove"
      cancel="Keep it"
      request={{ ...remove, isPending: remove.isPending || remove.isSuccess }}
      pendingLabel="Removing…"
      onClose={onClose}
    >
      Our last two tries will go to{' '}
      <span className="whitespace-nowrap">{phone === null ? 'your wake-up number' : spacedNumber(phone)}</span> again.
    </DangerDialog>
  )
}
