import { GOALS, OPTION_NAMES, TEXT_LIMITS } from '@reveille/core/preferences/preferences'
import { ChoiceCard } from '../../ui/form/choice-card.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { GOAL_OPTIONS } from './options-texts.ts'
import { OwnText } from './own-text.tsx'
import { toggled, type StepProps } from './step-props.ts'

/** PREF-2. */
export function GoalsStep({ draft, change }: StepProps) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
        <legend className="mb-3 text-quiet">Choose as many as you like.</legend>
        {GOALS.map((goal) => (
          <ChoiceCard
            key={goal}
            name="goals"
            value={goal}
            title={OPTION_NAMES[goal]}
            {...GOAL_OPTIONS[goal]}
            checked={draft.goals.includes(goal)}
            onChange={(on) => change({ ...draft, goals: toggled(draft.goals, goal, on) })}
          />
        ))}
      </fieldset>
      {draft.goals.includes('other') && (
        <OwnText text={draft.otherGoal}>
          <TextField
            label="Your goal"
            name="otherGoal"
            maxLength={TEXT_LIMITS.otherGoal}
            value={draft.otherGoal}
            onChange={(event) => change({ ...draft, otherGoal: event.target.value })}
          />
        </OwnText>
      )}
      <OwnText text={draft.goalDescription}>
        <TextArea
          label="In your own words (optional)"
          name="goalDescription"
          hint="What would make tomorrow morning a good one? We'll say it back to you in your calls."
          maxLength={TEXT_LIMITS.goalDescription}
          value={draft.goalDescription}
          onChange={(event) => change({ ...draft, goalDescription: event.target.value })}
        />
      </OwnText>
    </>
  )
}
