import type { ReactNode } from 'react'
import { useRequest } from '../../api/use-request.ts'
import { Failure } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'

type Props = { label: string; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => Promise<unknown> }

/** An optimistic switch: moves at once, and back with an error if refused. */
export function PromptSwitch({ checked, onChange, ...rest }: Props) {
  const { mutate, isPending, variables, complaint } = useRequest('Failed to save', { mutationFn: onChange })
  return (
    <div className="has-[[role=alert]]:pb-3">
      <Switch {...rest} checked={isPending ? variables : checked} onChange={mutate} />
      <Failure complaint={complaint} />
    </div>
  )
}
