import { retryHint } from '../../../format/retry-hint.ts'
import { RadioCard } from '../../../ui/form/radio-card.tsx'
import { Segments } from '../../../ui/form/segments.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { ChevronDown } from '../../../ui/icons/page-icons.tsx'
import type { ScheduleDraft } from './schedule-draft.ts'
import { PROOF_CHOICES, SNOOZE_CHOICES, SNOOZE_LIMIT_CHOICES, wakingWords } from './waking-words.ts'

type Props = { draft: ScheduleDraft; change: (draft: ScheduleDraft) => void }

/** What happens until the person is up: closed, because nobody has to set anything. */
export function WakingPanel({ draft, change, mostTries }: Props & { mostTries: number | undefined }) {
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-field py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-semibold">If I don't wake up</span>
          <span className="block text-sm text-quiet">{wakingWords(draft, mostTries)}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
        />
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
            legend="How often"
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
      <legend className="mb-1.5 font-semibold">How I show I'm up</legend>
      <div className="flex flex-col gap-2">
        {PROOF_CHOICES.map(({ proof, title, description }) => (
          <RadioCard
            key={proof}
            name="proof"
            value={proof}
            title={title}
            description={description}
            checked={draft.proof === proof}
            onChange={() => change({ ...draft, proof })}
          />
        ))}
      </div>
    </fieldset>
  )
}
