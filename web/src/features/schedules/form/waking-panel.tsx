import { SECOND_CHECK_AFTER_MS, SNOOZE_LIMITS, SNOOZE_MINUTES, TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import type { Proof } from '@reveille/core/calls/proof'
import { inWords, numberInWords, timesInWords } from '@reveille/core/time/duration'
import { Segments } from '../../../ui/form/segments.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { ChevronDown } from '../../../ui/icons/page-icons.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'

export const PROOF_CHOICES: readonly { proof: Proof; title: string; description: string }[] = [
  { proof: 'gentle', title: 'Gentle', description: 'Press 1.' },
  { proof: 'firm', title: 'Firm', description: 'Press 1, then type the digits you hear.' },
  {
    proof: 'strict',
    title: 'Strict',
    description: `Easy math, and a second call ${inWords(SECOND_CHECK_AFTER_MS)} later.`,
  },
]

export const SNOOZE_CHOICES = [...SNOOZE_MINUTES.filter((minutes) => minutes > 0), 0 as const].map(
  (minutes) => [minutes === 0 ? 'None' : `${minutes} min`, minutes] as const,
)

const SNOOZE_LIMIT_CHOICES = SNOOZE_LIMITS.map((limit) => [`${limit}`, limit] as const)

const PROOFS_IN_SHORT: Record<Proof, string> = {
  gentle: 'Press 1',
  firm: 'Press 1 and three digits',
  strict: 'Math and a second call',
}

type Chosen = Pick<ScheduleDraft, 'proof' | 'snoozeMinutes' | 'snoozeLimit' | 'callRetry'>

/** The settings in a line: 'Press 1 · snooze 9 min, 3 times · up to 4 more tries'. */
export function wakingWords(
  { proof, snoozeMinutes, snoozeLimit, callRetry }: Chosen,
  mostTries: number = TRY_AFTER_MS.length,
): string {
  const often = snoozeLimit < 3 ? timesInWords(snoozeLimit) : `${snoozeLimit} times`
  return [
    PROOFS_IN_SHORT[proof],
    snoozeMinutes === 0 ? 'no snooze' : `snooze ${snoozeMinutes} min, ${often}`,
    callRetry ? `up to ${mostTries} more tries` : 'no retry',
  ].join(' · ')
}

/** Explains 'Retry if I miss it'. `mostTries` depends on the accepted consent. */
export const retryHint = (mostTries: number = TRY_AFTER_MS.length): string =>
  `We'll try up to ${numberInWords(mostTries)} more times, then stop.`

type Props = { draft: ScheduleDraft; change: (draft: ScheduleDraft) => void }

/** Closed at first, because the defaults work. */
export function WakingPanel({ draft, change, mostTries }: Props & { mostTries: number | undefined }) {
  return (
    <details className="border-y border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-field py-2">
        <span className="min-w-0">
          <span className="block font-semibold">If I don't wake up</span>
          <span className="block text-sm text-quiet">{wakingWords(draft, mostTries)}</span>
        </span>
        <ChevronDown className="chevron size-5 shrink-0 text-quiet" />
      </summary>
      <div className="flex flex-col gap-6 pt-3 pb-4">
        <Proofs draft={draft} change={change} />
        <Segments
          legend="Snooze"
          name="snoozeMinutes"
          choices={SNOOZE_CHOICES}
          value={draft.snoozeMinutes}
          onChange={(snoozeMinutes) => change({ ...draft, snoozeMinutes })}
        />
        {draft.snoozeMinutes !== 0 && (
          <Segments
            legend="Snoozes allowed"
            name="snoozeLimit"
            choices={SNOOZE_LIMIT_CHOICES}
            value={draft.snoozeLimit}
            onChange={(snoozeLimit) => change({ ...draft, snoozeLimit })}
          />
        )}
        <Switch
          label="Retry if I miss it"
          hint={retryHint(mostTries)}
          checked={draft.callRetry}
          onChange={(callRetry) => change({ ...draft, callRetry })}
        />
      </div>
    </details>
  )
}

function Proofs({ draft, change }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">How you'll prove you're up</legend>
      <div className="flex flex-col gap-2">
        {PROOF_CHOICES.map(({ proof, title, description }) => (
          <label
            key={proof}
            className="press flex gap-3 rounded-field border border-line bg-surface px-4 py-3 hover:border-edge has-checked:border-sun-text has-checked:bg-sun-tint"
          >
            <input
              type="radio"
              name="proof"
              value={proof}
              aria-label={title}
              aria-describedby={`proof-${proof}`}
              checked={draft.proof === proof}
              onChange={() => change({ ...draft, proof })}
              className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface outline-none checked:border-[0.4rem] checked:border-sun-text"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              <span id={`proof-${proof}`} className="block text-sm text-quiet">
                {description}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
