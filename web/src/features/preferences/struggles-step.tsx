import { STRUGGLES, OPTION_NAMES, TEXT_LIMITS } from '@reveille/core/preferences/preferences'
import { ChoiceCard } from '../../ui/form/choice-card.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { STRUGGLE_OPTIONS } from './options-texts.ts'
import { OwnText } from './own-text.tsx'
import { toggled, type StepProps } from './step-props.ts'

/** PREF-3. */
export function StrugglesStep({ draft, change }: StepProps) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
        <legend className="mb-3 text-quiet">No judgment. It just shapes what we say.</legend>
        {STRUGGLES.map((struggle) => (
          <ChoiceCard
            key={struggle}
            name="struggles"
            value={struggle}
            title={OPTION_NAMES[struggle]}
            {...STRUGGLE_OPTIONS[struggle]}
            checked={draft.struggles.includes(struggle)}
            onChange={(on) => change({ ...draft, struggles: toggled(draft.struggles, struggle, on) })}
          />
        ))}
      </fieldset>
      {draft.struggles.includes('other') && (
        <OwnText text={draft.otherStruggle}>
          <TextField
            label="Your struggle"
            name="otherStruggle"
            maxLength={TEXT_LIMITS.otherStruggle}
            value={draft.otherStruggle}
            onChange={(event) => change({ ...draft, otherStruggle: event.target.value })}
          />
        </OwnText>
      )}
    </>
  )
}
