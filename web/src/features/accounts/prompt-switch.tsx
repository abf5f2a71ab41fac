import { startTransition, useOptimistic, type ReactNode } from 'react'
import { Switch } from '../../ui/form/switch.tsx'

type Props = { label: string; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => Promise<unknown> }

/** An optimistic switch: it moves at once, and back when the request was refused. */
export function PromptSwitch({ checked, onChange, ...rest }: Props) {
  const [shown, show] = useOptimistic(checked)
  function press(on: boolean) {
    startTransition(async () => {
      show(on)
      await onChange(on).catch(() => {}) // the mutation shows why
    })
  }
  return <Switch {...rest} checked={shown} onChange={press} />
}
