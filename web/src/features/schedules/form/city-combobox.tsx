import type { Timezone } from '@reveille/contract/schedules'
import { minuteOfDay, timeOf } from '@reveille/core/time/calendar'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { countryName } from '../../../format/country-names.ts'
import { clockTime } from '../../../format/local-formats.ts'
import { fieldLook } from '../../../ui/form/field.tsx'
import { timezoneList } from '../api.ts'

const AT_MOST = 20

/** Ranks exact country matches first, then cities that start with the input, that contain it, then other countries'. */
export function matchingCities(zones: readonly Timezone[], query: string): Timezone[] {
  const wanted = plain(query.trim())
  const ranked = zones.map((zone) => ({ zone, rank: rankOf(zone, wanted) })).filter(({ rank }) => rank < Infinity)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, AT_MOST)
    .map(({ zone }) => zone)
}

function rankOf({ id, city, countries }: Timezone, wanted: string): number {
  const name = plain(city)
  const lands = countries.map((code) => plain(countryName(code)))
  // A zone of one country is more likely meant than one that many share.
  if (lands.includes(wanted)) return -1 / lands.length
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted) || plain(id).includes(wanted)) return 1
  return lands.some((land) => land.startsWith(wanted)) ? 1 + lands.length : Infinity
}

/** Strips accents and case. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('_', ' ')
    .toLowerCase()

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
  const active = walkedTo ?? (isSearch ? listed[0]?.id : value)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return onCancel()
    if (event.key === 'Enter') {
      event.preventDefault() // Enter chooses here; it does not submit the form
      const chosen = walkedTo ?? (query.trim() === '' ? value : matchingCities(zones, query)[0]?.id)
      if (chosen !== undefined) onPick(chosen)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = listed.findIndex((zone) => zone.id === active)
    walkTo(listed.at((Math.max(at, step === 1 ? -1 : 0) + step) % listed.length)?.id ?? null)
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
        aria-activedescendant={listed.some((zone) => zone.id === active) ? `${id}-${active}` : undefined}
        autoComplete="off"
        enterKeyHint="done"
        placeholder="Lisbon, Tokyo, Denver…"
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
      <CityList
        id={`${id}-list`}
        optionId={id}
        zones={listed}
        isGrouped={!isSearch}
        minutesOld={minutesOld}
        active={active}
        onPick={onPick}
      >
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
  const listed = useMemo(() => (isSearch ? matchingCities(drawn, wanted) : drawn), [drawn, isSearch, wanted])
  return { zones, isError, minutesOld: Math.floor((openedAt - at) / MINUTE_MS), isSearch, listed }
}

type ListProps = {
  id: string
  optionId: string
  zones: readonly Timezone[]
  isGrouped: boolean
  /** Age of the list's local times. */
  minutesOld: number
  active: string | undefined
  onPick: (timezone: string) => void
  /** Replaces the list when there is none. */
  children: ReactNode
}

function CityList({ id, optionId, zones, isGrouped, minutesOld, active, onPick, children }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(box.current), []) // above the bars at the bottom
  const options = (some: readonly Timezone[]) =>
    some.map((zone) => (
      <City
        key={zone.id}
        id={`${optionId}-${zone.id}`}
        zone={zone}
        time={clockTime(timeAfter(zone.now, minutesOld))}
        isActive={zone.id === active}
        onPick={onPick}
      />
    ))
  return (
    <div
      ref={box}
      className="absolute inset-x-0 top-full z-20 mt-2 animate-settle rounded-field border border-line bg-surface p-1.5 shadow-xl shadow-(color:--shadow)"
    >
      <div id={id} role="listbox" aria-label="Cities" tabIndex={-1} className="max-h-72 overflow-y-auto">
        {isGrouped
          ? regionsOf(zones).map(([region, cities]) => (
              <div key={region} role="group" aria-label={region}>
                <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm font-semibold text-quiet">
                  {region}
                </p>
                {options(cities)}
              </div>
            ))
          : options(zones)}
      </div>
      {children && <p className="px-3 py-2 text-sm text-quiet">{children}</p>}
    </div>
  )
}

type CityProps = { id: string; zone: Timezone; time: string; isActive: boolean; onPick: (timezone: string) => void }

/** Memoized: an arrow key re-renders two, not four hundred. */
const City = memo(function City({ id, zone, time, isActive, onPick }: CityProps) {
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
        <span className="font-semibold">{zone.city}</span> <span className="text-quiet">{zone.region}</span>
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

function regionsOf(zones: readonly Timezone[]): [region: string, cities: Timezone[]][] {
  const regions = new Map<string, Timezone[]>()
  for (const zone of zones) regions.set(zone.region, [...(regions.get(zone.region) ?? []), zone])
  return [...regions]
}
