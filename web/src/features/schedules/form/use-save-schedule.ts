import type { NewSchedule } from '@reveille/contract/schedules'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { ApiFailure, messageOf, reasonOf } from '../../../api/api-failure.ts'
import type { Over } from '../../../api/save-over.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { nextCallText } from '../../../format/local-formats.ts'
import { paths } from '../../../paths.ts'
import { rememberErrand } from '../../../session/errand.ts'
import { rememberReturn } from '../../../session/pending-phone-proof.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { saveSchedule } from '../api.ts'
import { droppedSkipsText } from '../skip-words.ts'

/** SCHED-4: long enough to read what is missing. */
const TO_PREFERENCES_AFTER_MS = 1_500

const SAVING = 'saving a schedule'

/** Saves and returns to the dashboard; a refusal is shown in the form, or leads to where it can be fixed. */
export function useSaveSchedule(id: number | null, forget: () => void) {
  const [, navigate] = useLocation()
  const failure = useFailure('Failed to save schedule')
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const { mutate, isPending } = useMutation({
    ...saveSchedule,
    ...failure.of,
    onSuccess(saved) {
      forget()
      const lost = saved.droppedSkips ? `${droppedSkipsText(saved.droppedSkips)} ` : ''
      const message = `${lost}Next: ${nextCallText([saved])}`
      showToast({ title: id === null ? 'Call scheduled' : 'Call updated', message, about: SAVING })
      navigate(paths.dashboard)
    },
    onError(error) {
      if (reasonOf(error) === 'changed-elsewhere') return // the form asks
      const { title, message, next } = saveFailure(error)
      if (next === null) return failure.complain({ title, message })
      showToast({ title, message, tone: 'error', about: SAVING, leadsOn: true })
      if (next === 'preferences') {
        rememberErrand(paths.schedule)
        leaving.current = setTimeout(() => navigate(paths.preferences), TO_PREFERENCES_AFTER_MS)
      }
      if (next !== 'phone') return
      rememberReturn('page', paths.schedule)
      navigate(paths.phone)
    },
  })
  function save(schedule: NewSchedule, over: Over): void {
    if (!isPending) mutate({ id, schedule, over })
  }
  return { pending: isPending, refusal: failure.complaint, forgive: failure.forgive, save }
}

type SaveFailure = { title: string; message: string; next: 'preferences' | 'phone' | null }

/** SCHED-4 to 7 and 11: the title of a failed save, the server's reason, and where to fix it. */
export function saveFailure(error: unknown): SaveFailure {
  const message = messageOf(error, 'Please try again later.')
  switch (reasonOf(error)) {
    case 'phone-not-verified':
      return { title: 'Phone verification required', message, next: 'phone' }
    case 'preferences-missing':
      return { title: 'Complete your setup first', message, next: 'preferences' }
    case 'schedule-limit-reached':
      return { title: 'Schedule limit reached', message, next: null }
    case 'schedule-duplicate':
      return { title: 'Schedule already exists', message, next: null }
    default:
      return { title: isRefused(error) ? 'Cannot create schedule' : 'Failed to save schedule', message, next: null }
  }
}

const isRefused = (error: unknown) => error instanceof ApiFailure && error.status === 400
