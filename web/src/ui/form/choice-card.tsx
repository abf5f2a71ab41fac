import type { Icon } from '../icons/drawing.tsx'
import { Check } from '../icons/page-icons.tsx'

type ChoiceCardProps = {
  name: string
  value: string
  title: string
  description: string
  tips?: string
  example?: string
  Icon: Icon
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A large option: its name, hint and example. The whole card is the control. */
export function ChoiceCard({
  name,
  value,
  title,
  description,
  tips,
  example,
  Icon,
  checked,
  onChange,
}: ChoiceCardProps) {
  return (
    <label className="press relative flex min-w-0 gap-4 wrap-anywhere rounded-card border border-line bg-surface p-4 hover:border-edge has-checked:border-sun-text has-checked:bg-sun-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sun-text sm:p-5">
      <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-7 shrink-0 text-sun-text" />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-lg font-bold">{title}</span>
        <span className="block text-quiet">{description}</span>
        {tips && (
          <span className="mt-2 block text-sm">
            <span className="font-semibold">Tip:</span> {tips}
          </span>
        )}
        {example && (
          <span className="mt-1 block text-sm text-quiet">
            <span className="font-semibold">Example:</span> {`‘${example}’`}
          </span>
        )}
      </span>
      <span className="relative size-6 shrink-0">
        <input
          type="checkbox"
          name={name}
          value={value}
          aria-label={title}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute size-6 appearance-none rounded-md border border-edge bg-surface outline-none checked:border-transparent checked:bg-sun"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3.5}
          className="pointer-events-none absolute inset-1 hidden size-4 text-on-sun peer-checked:block"
        />
      </span>
    </label>
  )
}
