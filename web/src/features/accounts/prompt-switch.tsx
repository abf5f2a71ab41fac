import { startTransition, useOptimistic, type ReactNode } from 'react'
import { Switch } from '../../ui/form/switch.tsx'

type Props = { label: string; hint?: ReactNode; checked: boolean; onChange: (on: boolean) => Promise<unknown> }

/** A switch that moves in the moment it is pressed, and moves back when what it asked for was refused. */
export function PromptSwitch({ checked, onChange, ...rest }: Props) {
  const [shown, show] = useOptimistic(checked)
  function press(on: boolean) {
    startTransition(async () => {
      show(on)
      await onChange(on).catch(() => {}) // the mutation says why
    })
  }
  return <Switch {...rest} checked={shown} onChange={press} />
}
