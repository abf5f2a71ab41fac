import { cityOf } from '@reveille/core/schedules/next-call-text'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Complaint, ErrorText, fieldLook } from '../../../ui/form/field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { timezoneList } from '../api.ts'

const CityCombobox = lazyPart(async () => (await import('./city-combobox.tsx')).CityCombobox)

type Props = { value: string; onChange: (timezone: string) => void; error: Complaint | null }

/** 'New York · Change', because the browser's zone is nearly always right. Opens a search, also if empty. */
export function TimezoneField({ value, onChange, error }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useQuery(timezoneList) // prefetched for the search
  useEffect(() => CityCombobox.fetch(), [])
  function close() {
    flushSync(() => setOpen(false)) // a hidden button takes no focus
    button.current?.focus()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label id={`${id}-label`} htmlFor={open ? `${id}-search` : id} className="font-semibold">
        Time zone
      </label>
      <button
        ref={button}
        id={id}
        type="button"
        name="timezone"
        hidden={open}
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setOpen(true)}
        className={`${fieldLook} press text-left hover:border-sun-text ${error ? 'border-bad' : ''}`}
      >
        {value !== '' && (
          <>
            {cityOf(value)} <span className="text-quiet">·</span>{' '}
          </>
        )}
        <span className="font-semibold text-sun-text underline underline-offset-4">
          {value === '' ? 'Choose your city' : 'Change'}
        </span>
      </button>
      {open && (
        <CityCombobox
          id={`${id}-search`}
          value={value}
          onPick={(zone) => {
            onChange(zone)
            close()
          }}
          onCancel={close}
          onLeave={() => setOpen(false)}
        />
      )}
      {error && <ErrorText id={`${id}-error`} complaint={error} />}
    </div>
  )
}
