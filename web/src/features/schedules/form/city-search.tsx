import type { Timezone } from '@reveille/contract/schedules'
import { useState, type KeyboardEvent } from 'react'
import { clockTime } from '../../../format/local-formats.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { matchingCities } from './matching-cities.ts'

type Props = { zones: readonly Timezone[]; onPick: (id: string) => void }

/** Four hundred cities are too many to scroll: type two letters, press Enter for the first. */
export function CitySearch({ zones, onPick }: Props) {
  const [query, setQuery] = useState('')
  const found = matchingCities(zones, query)
  const pick = (id: string) => {
    setQuery('')
    onPick(id)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault() // Enter chooses here; it does not submit the form
    if (found[0]) pick(found[0].id)
  }
  return (
    <div>
      <TextField
        label="Find another city"
        type="search"
        autoComplete="off"
        placeholder="Lisbon, Tokyo, Denver…"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="sr-only">
        {query.trim() === '' ? '' : `${found.length === 1 ? '1 city' : `${found.length} cities`} found`}
      </p>
      {found.length > 0 && (
        <ul aria-label="Cities found" className="mt-2 flex flex-col gap-1">
          {found.map(({ id, city, region, now }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => pick(id)}
                className="press flex min-h-11 w-full items-center justify-between gap-4 rounded-lg bg-raised px-4 py-1.5 text-left hover:bg-sun-tint"
              >
                <span>
                  <span className="font-semibold">{city}</span> <span className="text-quiet">{region}</span>
                </span>
                <span className="tabular text-quiet">{clockTime(now)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.trim().length > 1 && found.length === 0 && (
        <p className="mt-2 text-sm text-quiet">No match. Try a bigger city nearby.</p>
      )}
    </div>
  )
}
