import type { Timezone } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { clockTime } from '../../../format/local-formats.ts'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { Field, fieldLook } from '../../../ui/form/field.tsx'
import { timezoneList } from '../api.ts'
import { CitySearch } from './city-search.tsx'

type Props = { value: string; onChange: (timezone: string) => void; error: Complaint | null }

/** Grouped by region, each city with its current time: the quickest way to recognise the right one. */
export function TimezoneField({ value, onChange, error }: Props) {
  const { data: zones = [], isError } = useQuery(timezoneList)
  const select = useRef<HTMLSelectElement>(null)
  const known = zones.some(({ id }) => id === value)
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Timezone"
        error={error}
        hint={isError ? "We couldn't load the list of cities. Reload the page to try again." : undefined}
      >
        {(ids) => (
          <select
            {...ids}
            ref={select}
            name="timezone"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={fieldLook}
          >
            {!known && <option value={value}>{cityOf(value)}</option>}
            {regionsOf(zones).map(([region, cities]) => (
              <optgroup key={region} label={region}>
                {cities.map(({ id, city, now }) => (
                  <option key={id} value={id}>
                    {`${city} (${clockTime(now)})`}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <CitySearch
        zones={zones}
        onPick={(id) => {
          onChange(id)
          select.current?.focus()
        }}
      />
    </div>
  )
}

function regionsOf(zones: readonly Timezone[]): [region: string, cities: Timezone[]][] {
  const regions = new Map<string, Timezone[]>()
  for (const zone of zones) regions.set(zone.region, [...(regions.get(zone.region) ?? []), zone])
  return [...regions]
}
