import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useState } from 'react'
import { retryHint } from '../features/schedules/form/waking-panel.tsx'
import { Banner } from '../shell/banners/offline-banner.tsx'
import { Badge } from '../ui/badge.tsx'
import { BellButton } from '../ui/bell-button.tsx'
import { Button, Spinner } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'
import { Card, EmptyState, Section } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckBox } from '../ui/form/check-box.tsx'
import { ChoiceCard } from '../ui/form/choice-card.tsx'
import { CodeBoxes, codeDigits, CodeField } from '../ui/form/code-field.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { TextArea, TextField } from '../ui/form/text-field.tsx'
import { Dumbbell } from '../ui/icons/option-icons.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { showToast } from '../ui/toast/toast-store.ts'

const WRONG = { title: 'Email required', message: 'Please enter your email address.' }
const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const
const TONES = ['good', 'warn', 'bad', 'calm', 'sun'] as const

const COLOURS = [
  ['ground', 'surface', 'raised', 'line', 'edge', 'ink', 'quiet'],
  ['sun', 'sun-pressed', 'on-sun', 'sun-text', 'sun-tint'],
  ['good', 'good-tint', 'bad', 'bad-tint', 'warn', 'warn-tint', 'calm-tint'],
  ['sky-top', 'sky-mid', 'sky-low', 'sky-glow', 'earth'],
]

const WORDS = [
  ['text-(length:--text-time) font-display font-semibold tabular leading-none', 'time', '6:30'],
  ['text-(length:--text-hero) font-display font-bold leading-none', 'hero', 'Your morning is calling.'],
  ['text-3xl font-display font-bold', 'page title', 'Ready to Take Charge, Boss!'],
  ['text-xl font-display font-bold', 'part', 'Your Wake-Up Schedule'],
  ['text-lg', 'lead', "You're set for tomorrow."],
  ['text-base', 'text', retryHint()],
  ['text-sm text-quiet', 'aside', 'The phone that should ring in the morning.'],
] as const

/** All components in all states; in development only. */
export function StyleguidePage() {
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-14 px-6 py-12">
      <PageTitle>Styleguide</PageTitle>
      <Tokens />
      <Skies />
      <Buttons />
      <Fields />
      <Section id="states" title="States">
        <div className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <Banner>You're offline. This may be out of date and you can't save changes. Your calls will still ring.</Banner>
        <div className="flex gap-3">
          <BellButton unread={0} />
          <BellButton unread={3} />
          <BellButton unread={12} />
        </div>
        <Callout tone="warn">Your phone isn't verified yet.</Callout>
        <Callout tone="bad">No phone number found.</Callout>
        <EmptyState title="No calls scheduled">Pick a time and we'll take it from there.</EmptyState>
        <ErrorState
          title="Error Loading Dashboard"
          error={null}
          otherwise="Failed to load your data. Please try again."
        />
        <Spinner />
        <Card>A card, where something can be acted on.</Card>
      </Section>
      <Messages />
    </div>
  )
}

/** The design tokens: colors of the active theme, the type scale, corners and motion. */
function Tokens() {
  return (
    <Section id="tokens" title="Tokens">
      {COLOURS.map((row) => (
        <ul key={row[0]} className="flex flex-wrap gap-3">
          {row.map((name) => (
            <li key={name} className="w-24 text-sm">
              <span className="block h-14 rounded-field border border-line" style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      ))}
      <dl className="flex flex-col gap-3">
        {WORDS.map(([look, name, words]) => (
          <div key={name}>
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className={look}>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-6">
        <div className="grid size-28 place-items-center rounded-card border border-edge">card</div>
        <div className="grid size-28 place-items-center rounded-field border border-edge">field</div>
        <div className="grid size-28 place-items-center rounded-full border border-edge">full</div>
        <div className="grid size-28 place-items-center rounded-full border border-sun-text motion-safe:animate-ring">
          ring
        </div>
        <button type="button" className="press grid size-28 place-items-center rounded-card border border-edge">
          press
        </button>
      </div>
    </Section>
  )
}

function Skies() {
  return (
    <Section id="skies" title="From night to the ring">
      <div className="grid grid-cols-5 gap-3">
        {[0, 1, 2, 3, 4].map((dawn) => (
          <div key={dawn} className={`horizon horizon-${dawn} h-48 rounded-card`} />
        ))}
      </div>
    </Section>
  )
}

function Buttons() {
  return (
    <Section id="buttons" title="Buttons">
      {LOOKS.map((look) => (
        <div key={look} className="flex flex-wrap gap-3">
          <Button look={look}>{look}</Button>
          <Button look={look} disabled>
            disabled
          </Button>
          <Button look={look} pending="Saving…">
            pending
          </Button>
          <Button look={look} size="small">
            small
          </Button>
          <Button look={look} size="large">
            large
          </Button>
        </div>
      ))}
    </Section>
  )
}

function Fields() {
  const [on, setOn] = useState(true)
  const [text, setText] = useState('')
  const [code, setCode] = useState('123')
  return (
    <Section id="fields" title="Fields">
      <TextField label="Email" hint="Where the code goes." />
      <TextField label="Email" error={WRONG} />
      <TextField label="Email" disabled value="mara@example.com" readOnly />
      <TextArea
        label="In your own words"
        maxLength={50}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CodeField label="Verification code" value={code} onChange={setCode} />
      <CodeBoxes label={`${CODE_DIGITS}-digit code`} value={code} onChange={(typed) => setCode(codeDigits(typed))} />
      <CheckBox name="remember" checked={on} onChange={setOn}>
        Remember me
      </CheckBox>
      <Switch label="Retry if I miss it" hint={retryHint()} checked={on} onChange={setOn} />
      <ChoiceCard
        name="goal"
        value="exercise"
        title="Exercise"
        description="Move before the day moves you."
        tips="Lay your gear out the night before."
        example="Shoes on, out of the door."
        Icon={Dumbbell}
        checked={on}
        onChange={setOn}
      />
    </Section>
  )
}

function Messages() {
  const [asking, setAsking] = useState(false)
  return (
    <Section id="messages" title="Messages">
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => showToast({ title: 'Preferences saved' })}>
          Toast
        </Button>
        <Button look="secondary" onClick={() => showToast({ ...WRONG, tone: 'error' })}>
          Error toast
        </Button>
        <Button look="secondary" onClick={() => setAsking(true)}>
          Dialog
        </Button>
      </div>
      {asking && (
        <Dialog
          title="Delete your 6:30 AM call?"
          confirm="Delete"
          cancel="Keep it"
          look="danger"
          pending={false}
          onConfirm={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p className="text-quiet">You can't undo this. Past calls stay in your history.</p>
        </Dialog>
      )}
    </Section>
  )
}
