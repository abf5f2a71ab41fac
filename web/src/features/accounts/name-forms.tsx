import { LONGEST_SPOKEN_NAME, type Account } from '@reveille/contract/accounts'
import { calledName } from '@reveille/core/message/spoken-name'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import { askSessionAgain } from '../../session/session-store.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { TheirsOrMine } from '../../ui/form/theirs-or-mine.tsx'
import { useSharedDraft } from '../../ui/form/use-shared-draft.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { changeAccount, newerAccount } from './api.ts'

const LONGEST_NAME = 100

/** ACCT-1: the name, and how calls say it. */
export function NameForms({ account }: { account: Account }) {
  return (
    <>
      <NameForm account={account} field="name" label="Name" longest={LONGEST_NAME} autoComplete="name" />
      <NameForm
        account={account}
        field="spokenName"
        label="Say my name as (optional)"
        longest={LONGEST_SPOKEN_NAME}
        autoComplete="off"
      />
    </>
  )
}

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
  const failure = useFailure('Failed to save your name')
  const save = useMutation({
    ...changeAccount,
    ...failure.of,
    onSuccess(changed, ...rest) {
      changeAccount.onSuccess?.(changed, ...rest)
      shared.forget()
      askSessionAgain()
      showToast({ title: 'Name saved', message: `From your next call, we'll say ${greetingOf(changed)}` })
    },
  })
  function saveOver({ base, version }: Pick<typeof shared, 'base' | 'version'>) {
    const newer = newerAccount((now) => (now[field] ?? '') === base.text)
    if (typed.trim() !== saved && !save.isPending) save.mutate({ [field]: typed, over: { version, newer } })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    saveOver(shared)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
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
      {theirs && (
        <TheirsOrMine
          details={[`${theirs.text === '' ? 'None' : `‘${theirs.text}’`} instead of ‘${typed}’`]}
          pending={save.isPending}
          onKeep={() => saveOver(shared.keepMine())}
          onTake={shared.takeTheirs}
        >
          This name was changed on another device
        </TheirsOrMine>
      )}
      <Failure complaint={theirs === null ? failure.complaint : null} />
    </form>
  )
}

const greetingOf = (person: Pick<Account, 'name' | 'spokenName'>): string =>
  `‘Reveille wake-up call for ${calledName(person) || 'you'}.’`
