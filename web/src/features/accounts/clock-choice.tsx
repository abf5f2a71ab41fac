import { CLOCKS, type Clock } from '../../format/local-formats.ts'
import { fieldLook } from '../../ui/form/field.tsx'

const NAMES: Record<Clock, string> = {
  auto: 'Same as this browser',
  '12': '12-hour (6:30 PM)',
  '24': '24-hour (18:30)',
}

/** How pages write times, kept in this browser (SHELL-13); emails, texts and the bell keep to 12 hours. */
export function ClockChoice({ clock, onClock }: { clock: Clock; onClock: (clock: Clock) => void }) {
  return (
    <label className="flex flex-col gap-1.5 font-semibold">
      Show times
      <select
        value={clock}
        onChange={(event) => onClock(event.target.value as Clock)}
        className={`${fieldLook} max-w-xs font-normal`}
      >
        {CLOCKS.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
