import { startTransition, useOptimistic, type ReactNode } from 'react'
import { useRequest } from '../../api/use-request.ts'
import { Failure } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'

type Props = { label: string; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => Promise<unknown> }

/** An optimistic switch: moves at once, and back with an error if refused. */
export function PromptSwitch({ checked, onChange, ...rest }: Props) {
  const [shown, show] = useOptimistic(checked)
  const { mutateAsync, complaint } = useRequest('Failed to save', {
    mutationFn: onChange,
    scope: { id: rest.label }, // waits for a press under way
  })
  function press(on: boolean) {
    startTransition(async () => {
      show(on) // a mutation's own state would come a moment after the browser has moved the switch back
      await mutateAsync(on).catch(() => undefined)
    })
  }
  return (
    <div className="has-[[role=alert]]:pb-3">
      <Switch {...rest} checked={shown} onChange={press} />
      <Failure complaint={complaint} />
    </div>
  )
}
