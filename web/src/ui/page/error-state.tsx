import { MINUTE_MS } from '@reveille/core/time/duration'
import type { ReactNode } from 'react'
import { messageOf, troubleOf, UnreachableError } from '../../api/api-failure.ts'
import { lastKnownCall } from '../../session/last-known-call.ts'
import { Button } from '../button.tsx'
import { useNow } from '../use-now.ts'
import { unconfirmed } from './unconfirmed.ts'

type Props = {
  title: string
  error: unknown
  /** For errors without a message. */
  otherwise?: string | undefined
  children?: ReactNode
}

/** A page that couldn't load: why, what that means for the next call, and a retry. */
export function ErrorState({ title, error, otherwise = 'Please try again.', children }: Props) {
  const trouble = troubleOf(error)
  const isOurs = trouble === 'unreachable' || trouble === 'failing'
  return (
    <div
      role="alert"
      data-unconfirmed={isOurs}
      className="flex flex-col items-start gap-3 rounded-card border border-bad/40 bg-bad-tint p-6"
    >
      <h2 className="text-xl text-bad">{title}</h2>
      {!(error instanceof UnreachableError && isOurs) && <p>{messageOf(error, otherwise)}</p>}
      {trouble !== 'offline' && <p>{unconfirmed(trouble ?? 'other')}</p>}
      <LastKnown className="font-semibold" />
      {children}
      <Button look="secondary" onClick={() => location.reload()}>
        Retry
      </Button>
    </div>
  )
}

export function LastKnown({ className }: { className?: string }) {
  const words = lastKnownCall(useNow(MINUTE_MS))
  return words !== null && <p className={className}>{`Last we knew: ${words}`}</p>
}
