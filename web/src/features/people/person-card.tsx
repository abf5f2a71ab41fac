import type { Person, PersonAct } from '@reveille/contract/people'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { weekdayOf } from '@reveille/core/time/calendar'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { sendsMail } from '../../api/installation.ts'
import { useRequest } from '../../api/use-request.ts'
import { clockTime, dayText, shortDate } from '../../format/local-formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Complaint, Failure } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ChevronDown } from '../../ui/icons/page-icons.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { NewLink } from './invite-section.tsx'

type Act = PersonAct['act']
type Asked = Extract<Act, 'block' | 'make-owner' | 'remove'>

export function PersonCard({ person }: { person: Person }) {
  const { id, name } = person
  const [asking, setAsking] = useState<Asked | null>(null)
  const mutationFn = (body: PersonAct) => call('actOnPerson', { id, body })
  const act = useRequest("That didn't work", {
    mutationFn,
    onSuccess({ message }) {
      setAsking(null)
      showToast({ title: message })
    },
  })
  const shown = useRequest("That didn't work", { mutationFn })
  const items = itemsFor(person, {
    show(wanted) {
      act.forgive()
      shown.mutate({ act: wanted })
    },
    act(wanted) {
      shown.forgive()
      act.mutate({ act: wanted })
    },
    ask: setAsking,
  })
  return (
    <li>
      <Card className="flex flex-col gap-4">
        <div>
          <h3 className="text-lg wrap-anywhere">{name}</h3>
          <p className="text-sm wrap-anywhere text-quiet">{person.email}</p>
          <Badges {...person} />
        </div>
        <Facts {...person} />
        <Actions name={name} items={items} pending={act.isPending || shown.isPending} />
        {asking === null && <Failure complaint={act.complaint ?? shown.complaint} />}
        {shown.data?.link && <NewLink {...shown.data.link} label="Sign-in link" words={LINK_WORDS} />}
        {shown.data?.lines && <Explained lines={shown.data.lines} />}
      </Card>
      {asking !== null && (
        <AskDialog
          asking={asking}
          name={name}
          pending={act.isPending}
          complaint={act.complaint}
          onConfirm={(typed) => act.mutate({ act: asking, name: typed })}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}

type AskProps = {
  asking: Asked
  name: string
  pending: boolean
  complaint: Complaint | null
  /** `typed`: the name, where it has to be typed. */
  onConfirm: (typed?: string) => void
  onClose: () => void
}

function AskDialog({ asking, name, pending, complaint, onConfirm, onClose }: AskProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const { title, words, ...sure } = SURE[asking]
  const isTyped = asking === 'remove'
  function confirm() {
    if (!isTyped) onConfirm()
    else if (typed.trim() === name.trim()) onConfirm(typed.trim())
    else setWrong(true)
  }
  return (
    <Dialog
      {...sure}
      title={`${title} ${name}?`}
      pending={pending && 'Working…'}
      complaint={complaint}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-quiet">
        {words}{' '}
        {isTyped && (sendsMail() ? "We'll email them." : 'This Reveille sends no email, so tell them yourself.')}
      </p>
      {isTyped && (
        <TextField
          label={`Type ${name}`}
          name="removed-name"
          autoComplete="off"
          value={typed}
          error={wrong ? { message: `Please type ${name} to remove them.` } : null}
          onChange={(event) => {
            setWrong(false)
            setTyped(event.target.value)
          }}
        />
      )}
    </Dialog>
  )
}

const SURE = {
  block: {
    title: 'Block',
    confirm: 'Block',
    look: 'danger',
    words: "They'll be signed out and can't sign in. Their calls are canceled. You can unblock them anytime.",
  },
  'make-owner': {
    title: 'Make an owner of',
    confirm: 'Make an owner',
    look: 'primary',
    words: 'Owners see everyone here, invite people, and can block or remove anyone, including you.',
  },
  remove: {
    title: 'Remove',
    confirm: 'Remove',
    look: 'danger',
    words: "This cancels their calls and deletes their account and everything in it. You can't undo this.",
  },
} as const

const LINK_WORDS =
  'Give this link to them only. If they have a verified number or a passkey, it also asks for a code by phone or that passkey.'

type Item = { label: string; isDangerous?: boolean; run: () => void }

/** Collapsed, so that nobody is blocked by accident. */
function Actions({ name, items, pending }: { name: string; items: readonly Item[]; pending: boolean }) {
  return (
    <details>
      <summary className="press -mx-3.5 inline-flex min-h-11 items-center gap-2 rounded-full px-3.5 text-sm font-semibold hover:bg-raised">
        Actions<span className="sr-only">{` for ${name}`}</span>
        <ChevronDown className="chevron size-4" />
      </summary>
      <div className="mt-2 flex flex-wrap gap-2">
        {items.map(({ label, isDangerous = false, run }) => (
          <Button key={label} look={isDangerous ? 'danger' : 'secondary'} size="small" disabled={pending} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    </details>
  )
}

type Does = { show: (act: Act) => void; act: (act: Act) => void; ask: (act: Asked) => void }

function itemsFor({ isYou, isBlocked, isPaused, isOwner, phone }: Person, does: Does): Item[] {
  const items: Item[] = [{ label: "Why didn't it ring?", run: () => does.show('why') }]
  if (isPaused) items.push({ label: 'Resume calls', run: () => does.act('resume') })
  else if (phone === 'verified') items.push({ label: 'Pause calls', run: () => does.act('pause') })
  if (!isOwner) items.push({ label: 'Make an owner', run: () => does.ask('make-owner') })
  if (isYou) return items
  if (!isBlocked) items.push({ label: 'Sign-in link', run: () => does.show('link') })
  if (isBlocked) items.push({ label: 'Unblock', run: () => does.act('unblock') })
  else items.push({ label: 'Block', isDangerous: true, run: () => does.ask('block') })
  return [...items, { label: 'Remove', isDangerous: true, run: () => does.ask('remove') }]
}

function Badges({ isYou, isOwner, isBlocked, isPaused }: Person) {
  return (
    <div className="mt-1.5 flex flex-wrap gap-2 empty:hidden">
      {isYou && <Badge tone="calm">You</Badge>}
      {isOwner && <Badge tone="sun">Owner</Badge>}
      {isBlocked && <Badge tone="bad">Blocked</Badge>}
      {isPaused && <Badge tone="warn">Calls paused</Badge>}
    </div>
  )
}

const PHONES = { none: 'None', unverified: 'Not verified', verified: 'Verified' }

function Facts({ tomorrow, phone, lastMorning, cost, since }: Person) {
  const facts = [
    [
      'Tomorrow',
      'time' in tomorrow ? `${clockTime(tomorrow.time)}, ${cityOf(tomorrow.timezone)} time` : tomorrow.whyNot,
    ],
    ['Last morning', lastMorning === null ? 'None in the last month' : morningText(lastMorning)],
    ['Phone', PHONES[phone]],
    ['Cost this month', cost === 0 ? 'Nothing so far' : `About ${cost.toFixed(2)} in your carrier's currency`],
    ['Since', dayText(new Date(since))],
  ] as const
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([what, is]) => (
        <div key={what} className={what === 'Last morning' ? 'sm:col-span-2' : ''}>
          <dt className="text-sm text-quiet">{what}</dt>
          <dd className="wrap-anywhere">{is}</dd>
        </div>
      ))}
    </dl>
  )
}

const morningText = ({ date, words }: NonNullable<Person['lastMorning']>) =>
  `${shortDate(date, weekdayOf(date))}. ${words}`

function Explained({ lines }: { lines: readonly string[] }) {
  return (
    <div role="status" className="flex flex-col gap-1 overflow-x-auto rounded-field bg-raised p-4 text-sm">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never move
        <p key={index} className={line.startsWith('    ') ? 'pl-6' : line.startsWith('  ') ? 'pl-3' : 'font-semibold'}>
          {line}
        </p>
      ))}
    </div>
  )
}
