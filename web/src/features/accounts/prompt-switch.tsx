import { startTransition, useOptimistic, type ReactNode } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import { Failure } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'

type Props = { label: string; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => Promise<unknown> }

/** An optimistic switch: moves at once, and back with an error if refused. */
export function PromptSwitch({ checked, onChange, ...rest }: Props) {
  const [shown, show] = useOptimistic(checked)
  const failure = useFailure('Failed to save')
  function press(on: boolean) {
    failure.forgive()
    startTransition(async () => {
      show(on)
      await onChange(on).catch(failure.of.onError)
    })
  }
  return (
    <div className="has-[[role=alert]]:pb-3">
      <Switch {...rest} checked={shown} onChange={press} />
      <Failure complaint={failure.complaint} />
    </div>
  )
}
