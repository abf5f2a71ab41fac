import { type Account, LONGEST_SPOKEN_NAME } from '@reveille/contract/accounts'
import { calledName } from '@reveille/core/message/spoken-name'
import { type ComponentProps, useRef, useState } from 'react'
import { account as accountQuery } from '../../api/account-query.ts'
import { call } from '../../api/call.ts'
import { newerVersion } from '../../api/save-over.ts'
import { useRequest } from '../../api/use-request.ts'
import { SaveOurNumber } from '../../contact-card/save-our-number.tsx'
import { type Clock, CLOCKS } from '../../format/local-formats.ts'
import { spacedNumber } from '../../format/spaced-number.ts'
import { paths, secondNumber } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { askSessionAgain } from '../../session/session-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { DangerDialog } from '../../ui/dialog.tsx'
import { Failure, fieldLook } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import { useSharedDraft } from '../../ui/form/use-shared-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeAccount } from './api.ts'
import { CallsCodeDialog } from './consents/calls-code-dialog.tsx'
import { EmailChange } from './email-change.tsx'

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
          readOnly={save.isPending}
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

type Second = NonNullable<Account['secondPhone']>

/** The number for the last tries, or a line to add one. Hidden until the first number is verified. */
function SecondPhoneLine({ account }: { account: Account }) {
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
    // After the refetch, which has removed this dialog unless it failed.
    onSettled: (_removed, error) => error === null && onClose(),
  })
  return (
    <DangerDialog
      title="Remove your second number?"
      confirm="Remove"
      cancel="Keep it"
      request={remove}
      pendingLabel="Removing…"
      onClose={onClose}
    >
      Our last two tries will go to{' '}
      <span className="whitespace-nowrap">{phone === null ? 'your wake-up number' : spacedNumber(phone)}</span> again.
    </DangerDialog>
  )
}
