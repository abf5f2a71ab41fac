import { useMutation } from '@tanstack/react-query'
import { useFailure } from '../../api/use-failure.ts'
import { clockTime } from '../../format/local-formats.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { NextStep, QuietLink } from '../../ui/page/next-step.tsx'
import { saveUsualSchedule } from './api.ts'

/** Saves the form's defaults without opening it. */
export function UsualMorning() {
  const failure = useFailure('Failed to save schedule')
  const { mutate, isPending } = useMutation({ ...saveUsualSchedule, ...failure.of })
  return (
    <NextStep title="That's your morning." complaint={failure.complaint}>
      <Button pending={isPending && 'Saving…'} onClick={() => mutate()}>
        {`Set it for ${clockTime('06:30')}`}
      </Button>
      <QuietLink to={paths.schedule}>or choose your own time</QuietLink>
    </NextStep>
  )
}
