import type { Timezone } from '@reveille/contract/schedules'
import { minuteOfDay, timeOf } from '@reveille/core/time/calendar'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { browserZone } from '../../../format/browser-zone.ts'
import { clockTime } from '../../../format/local-formats.ts'
import { fieldLook } from '../../../ui/form/field.tsx'
import { timezoneList } from '../api.ts'
import { cityRow, type FoundCity, matchingCities } from './city-search.ts'

type Props = {
  id: string
  value: string
  onPick: (timezone: string) => void
  /** On Escape. */
  onCancel: () => void
  /** On losing the focus. */
  onLeave: () => void
}

const NONE: { zones: readonly Timezone[]; at: number } = { zones: [], at: 0 }

/**
 * Each city with its current time, the quickest way to recognize it; grouped by region until something is typed. An ARIA
 * combobox: focus stays in the field, arrows move, Enter selects.
 */
export function CityCombobox({ id, value, onPick, onCancel, onLeave }: Props) {
  const [query, setQuery] = useState('')
  const [walkedTo, walkTo] = useState<string | null>(null)
  const { zones, isError, minutesOld, isSearch, listed } = useCities(query)
  const active = walkedTo ?? (isSearch ? listed[0]?.key : value)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return onCancel()
    if (event.key === 'Enter') {
      event.preventDefault() // Enter chooses here; it does not submit the form
      const walked = listed.find(({ key }) => key === walkedTo)?.zone.id
      const chosen = walked ?? (query.trim() === '' ? value : matchingCities(zones, query, browserZone())[0]?.zone.id)
      if (chosen !== undefined) onPick(chosen)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = listed.findIndex(({ key }) => key === active)
    walkTo(listed.at((Math.max(at, step === 1 ? -1 : 0) + step) % listed.length)?.key ?? null)
  }
  return (
    <div className="relative">
      <input
        ref={focusField}
        id={id}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={listed.some(({ key }) => key === active) ? `${id}-${active}` : undefined}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="Boston, California, Pacific time…"
        value={query}
        onChange={(event) => {
          walkTo(null)
          setQuery(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={onLeave}
        className={fieldLook}
      />
      <p role="status" className="sr-only">
        {isSearch && `${listed.length === 1 ? '1 city' : `${listed.length} cities`} found`}
      </p>
      <CityList id={id} listed={listed} isGrouped={!isSearch} minutesOld={minutesOld} active={active} onPick={onPick}>
        {isError && "We couldn't load the list of cities. Reload the page to try again."}
        {isSearch && !isError && listed.length === 0 && 'No match. Try a bigger city nearby.'}
      </CityList>
    </div>
  )
}

function useCities(query: string) {
  const { data: { zones, at } = NONE, isError } = useQuery(timezoneList)
  const [openedAt] = useState(now)
  // Typing stays responsive while four hundred cities render.
  const wanted = useDeferredValue(query)
  const drawn = useDeferredValue(zones, NONE.zones)
  const isSearch = wanted.trim() !== ''
  const listed = useMemo(
    () => (isSearch ? matchingCities(drawn, wanted, browserZone()) : drawn.map(cityRow)),
    [drawn, isSearch, wanted],
  )
  return { zones, isError, minutesOld: Math.floor((openedAt - at) / MINUTE_MS), isSearch, listed }
}

type ListProps = {
  id: string
  listed: readonly FoundCity[]
  isGrouped: boolean
  /** Age of the list's local times. */
  minutesOld: number
  active: string | undefined
  onPick: (timezone: string) => void
  /** Replaces the list when there is none. */
  children: ReactNode
}

function CityList({ id, listed, isGrouped, minutesOld, active, onPick, children }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(box.current), []) // above the bars at the bottom
  const options = (some: readonly FoundCity[]) =>
    some.map((city) => (
      <City
        key={city.key}
        id={`${id}-${city.key}`}
        city={city}
        time={clockTime(timeAfter(city.zone.now, minutesOld))}
        isActive={city.key === active}
        onPick={onPick}
      />
    ))
  return (
    <div
      ref={box}
      className="absolute inset-x-0 top-full z-20 mt-2 animate-settle rounded-field border border-line bg-surface p-1.5 shadow-xl shadow-(color:--shadow)"
    >
      <div id={`${id}-list`} role="listbox" aria-label="Cities" tabIndex={-1} className="max-h-72 overflow-y-auto">
        {isGrouped
          ? regionsOf(listed).map(([region, cities]) => (
              <div key={region} role="group" aria-label={region}>
                <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm font-semibold text-quiet">
                  {region}
                </p>
                {options(cities)}
              </div>
            ))
          : options(listed)}
      </div>
      {children && <p className="px-3 py-2 text-sm text-quiet">{children}</p>}
    </div>
  )
}

type CityProps = { id: string; city: FoundCity; time: string; isActive: boolean; onPick: (timezone: string) => void }

/** Memoized: an arrow key re-renders two, not four hundred. */
const City = memo(function City({ id, city: { zone, name, note }, time, isActive, onPick }: CityProps) {
  return (
    <button
      ref={isActive ? bringIntoView : null}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-active={isActive || undefined}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the field
      onClick={() => onPick(zone.id)}
      className="flex min-h-11 w-full items-center justify-between gap-4 rounded-lg px-3 py-1.5 text-left hover:bg-raised data-active:bg-sun-tint"
    >
      <span>
        <span className="font-semibold">{name}</span> <span className="text-quiet">– {note}</span>
      </span>
      <span className="tabular text-quiet">{time}</span>
    </button>
  )
})

// Returns nothing: newer browsers return a promise, which React would take for a cleanup.
function bringIntoView(element: HTMLElement | null): void {
  void element?.scrollIntoView({ block: 'nearest' })
}

const focusField = (field: HTMLInputElement | null) => field?.focus()

const timeAfter = (time: string, minutes: number) => timeOf((minuteOfDay(time) + Math.max(0, minutes)) % (24 * 60))

function regionsOf(listed: readonly FoundCity[]): [region: string, cities: FoundCity[]][] {
  const regions = new Map<string, FoundCity[]>()
  for (const city of listed) regions.set(city.zone.region, [...(regions.get(city.zone.region) ?? []), city])
  return [...regions]
}
