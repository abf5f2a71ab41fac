import { NewDaysOff } from '@reveille/contract/days-off'
import { addDays } from '@reveille/core/time/calendar'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { call } from '../../../api/call.ts'
import { alwaysRefetched } from '../../../api/queries.tsx'
import { useRequest } from '../../../api/use-request.ts'
import { now } from '../../../browser/clock.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckBox } from '../../../ui/form/check-box.tsx'
import type { Complaint } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { daysOffList } from '../api.ts'
import { tomorrow } from '../form/schedule-draft.ts'
import { LARGEST_FILE, readCalendarFile, type FoundDays } from './calendar-file.ts'
import { rangeText } from './use-days-off.ts'

const NOTHING = { days: [] as FoundDays[], leftOut: 0 }

/** Days off for all calls from the holidays of a calendar file, which this page reads and sends nowhere. */
export function DaysOffImport({ onClose }: { onClose: () => void }) {
  const { data: known = [] } = useQuery(daysOffList)
  const [{ days, leftOut }, setRead] = useState(NOTHING)
  const [fault, setFault] = useState<Complaint | null>(null)
  const [unticked, setUnticked] = useState<readonly FoundDays[]>([])
  const add = useRequest('Failed to save days off', {
    // One by one; after a failure, those before it are saved.
    async mutationFn(all: readonly FoundDays[]) {
      for (const { name, ...range } of all)
        await call('addDaysOff', { body: NewDaysOff.parse({ ...range, name: name || null }) })
    },
    ...alwaysRefetched,
    onSuccess(_done, { length }) {
      onClose()
      showToast({ title: 'No calls on your days off', message: `${length} added.` })
    },
  })
  const isKnown = ({ from, to }: FoundDays) =>
    known.some((one) => one.from === from && one.to === to && one.scheduleId === null)
  const offered = days.filter((one) => !isKnown(one))
  const chosen = offered.filter((one) => !unticked.includes(one))

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    const found = await readFile(file)
    add.forgive()
    setFault('fault' in found ? { message: found.fault } : null)
    setRead('fault' in found ? NOTHING : found)
  }
  function confirm() {
    if (chosen.length === 0) return setFault({ message: 'Please choose a file, and check at least one day.' })
    add.mutate(chosen)
  }
  return (
    <Dialog
      title="Days off from a calendar file"
      confirm={chosen.length === 0 ? 'Add' : `Add ${chosen.length}`}
      pending={add.isPending && 'Saving…'}
      complaint={add.complaint}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label="Calendar file"
        hint="Download public or school holidays as an .ics file. Your browser reads it, and we only get the days you add."
        error={fault}
        type="file"
        accept=".ics,text/calendar"
        onChange={(event) => void read(event)}
      />
      {offered.length > 0 && <Events offered={offered} unticked={unticked} onChange={setUnticked} />}
      <p role="status" className="text-sm text-quiet empty:hidden">
        {days.length > 0 && offered.length === 0 && 'You have all of these days off already.'}
        {leftOut > 0 && `We can't read how ${leftOut} of its events repeat, so we left them out.`}
      </p>
    </Dialog>
  )
}

const readFile = async (file: File) =>
  file.size > LARGEST_FILE
    ? { fault: 'This file is larger than 1 MB. Please choose a smaller one.' }
    : readCalendarFile(await file.text(), addDays(tomorrow(now()), -1))

type List = readonly FoundDays[]
type EventsProps = { offered: List; unticked: List; onChange: (unticked: List) => void }

function Events({ offered, unticked, onChange }: EventsProps) {
  return (
    <ul aria-label="All-day events" className="max-h-[22dvh] overflow-y-auto rounded-field border border-line px-4">
      {offered.map((one) => (
        <li key={`${one.from} ${one.to} ${one.name}`}>
          <CheckBox
            name="day-off"
            checked={!unticked.includes(one)}
            onChange={(on) => onChange(on ? unticked.filter((other) => other !== one) : [...unticked, one])}
          >
            <span className="block font-semibold wrap-anywhere">{one.name || 'Day off'}</span>
            <span className="text-sm text-quiet">{rangeText(one)}</span>
          </CheckBox>
        </li>
      ))}
    </ul>
  )
}
