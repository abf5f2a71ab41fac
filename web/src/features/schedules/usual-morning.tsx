import { useRequest } from '../../api/use-request.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime } from '../../format/local-formats.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep, QuietLink } from '../../ui/page/next-step.tsx'
import { loadDrafts, saveSchedule } from './api.ts'

/** Saves the form's defaults without opening it. */
export function UsualMorning() {
  const { mutate, isPending, complaint } = useRequest('Failed to save schedule', {
    async mutationFn() {
      const { newDraft, validSchedule } = await loadDrafts()
      return saveSchedule({ id: null, schedule: validSchedule(newDraft(browserZone())) })
    },
  })
  return (
    <NextStep title="That's your morning." complaint={complaint}>
      <Button pending={isPending && 'Saving…'} onClick={() => mutate()}>
        {`Set it for ${clockTime('06:30')}`}
      </Button>
      <QuietLink to={paths.schedule}>or choose your own time</QuietLink>
    </NextStep>
  )
}
