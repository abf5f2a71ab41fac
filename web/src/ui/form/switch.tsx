import { useId, type ReactNode } from 'react'

type KnobProps = { label: string; checked: boolean; onChange: (on: boolean) => void }
type SwitchProps = KnobProps & { hint?: ReactNode }

/** On or off at a glance: the knob moves and the word stays. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-12 min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 wrap-anywhere">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold">{label}</span>
        {hint && (
          <span id={id} className="block text-sm text-quiet">
            {hint}
          </span>
        )}
      </span>
      <Knob label={label} describedBy={hint ? id : undefined} checked={checked} onChange={onChange} />
    </label>
  )
}

/** The switch with a label for screen readers only, beside visible words. */
export function Knob({ label, describedBy, checked, onChange }: KnobProps & { describedBy?: string | undefined }) {
  return (
    <span className="relative inline-flex h-8 w-14 shrink-0">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={describedBy}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer h-8 w-14 appearance-none rounded-full border border-edge bg-raised before:absolute before:-inset-1.5 checked:border-transparent checked:bg-sun forced-colors:checked:bg-[Highlight]"
      />
      <span className="pointer-events-none absolute top-1 left-1 size-6 rounded-full bg-edge transition-transform duration-200 peer-checked:translate-x-6 peer-checked:bg-on-sun forced-colors:bg-[CanvasText] forced-colors:peer-checked:bg-[HighlightText]" />
    </span>
  )
}
