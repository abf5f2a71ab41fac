type SegmentsProps<T> = {
  legend: string
  name: string
  choices: readonly (readonly [label: string, value: T])[]
  value: T
  onChange: (value: T) => void
}

export function Segments<T extends string | number>({ legend, name, choices, value, onChange }: SegmentsProps<T>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="inline-grid max-w-full auto-cols-fr gap-1 rounded-card border border-edge bg-raised p-1 min-[18rem]:grid-flow-col min-[18rem]:rounded-full">
        {choices.map(([label, choice]) => (
          <label
            key={label}
            className="press chosen relative inline-flex min-h-11 items-center justify-center rounded-full px-3 text-center font-semibold sm:px-6"
          >
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(choice)}
              className="absolute inset-0 size-full appearance-none rounded-[inherit] outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
