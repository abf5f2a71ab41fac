import { Tick } from '../../ui/form/check-box.tsx'
import type { Option } from './options-texts.ts'

type Props = Option & {
  name: string
  value: string
  title: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** An option as a row; what it means opens when it's chosen. The whole row is the control. */
export function ChoiceCard({ name, value, title, checked, onChange, ...option }: Props) {
  const { description, tips, example, Icon } = option
  return (
    <label className="press relative flex min-w-0 gap-4 wrap-anywhere rounded-card border border-line bg-surface px-4 py-3 hover:border-edge has-checked:border-sun-text has-checked:bg-sun-tint">
      <Icon strokeWidth={1.75} className="size-7 shrink-0 text-sun-text" />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg font-bold">{title}</span>
        {checked && (
          <>
            <span className="block text-quiet">{description}</span>
            <span className="mt-2 block text-sm">
              <span className="font-semibold">The night before:</span> {tips}
            </span>
            <span className="mt-1 block text-sm text-quiet">
              <span className="font-semibold">You might hear:</span> {`“${example}”`}
            </span>
          </>
        )}
      </span>
      <Tick
        name={name}
        value={value}
        aria-label={title}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="outline-none"
      />
    </label>
  )
}
