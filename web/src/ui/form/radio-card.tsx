import { useId } from 'react'

type RadioCardProps = {
  name: string
  value: string
  title: string
  description: string
  checked: boolean
  onChange: () => void
}

/** A radio button with an explanation. The whole card is the control. */
export function RadioCard({ name, value, title, description, checked, onChange }: RadioCardProps) {
  const id = useId()
  return (
    <label className="press flex gap-3 rounded-field border border-line bg-surface px-4 py-3 hover:border-edge has-checked:border-sun-text has-checked:bg-sun-tint">
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={title}
        aria-describedby={id}
        checked={checked}
        onChange={onChange}
        className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border border-edge bg-surface outline-none checked:border-[0.4rem] checked:border-sun-text"
      />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span id={id} className="block text-sm text-quiet">
          {description}
        </span>
      </span>
    </label>
  )
}
