import type { ReactNode } from 'react'
import { dayText } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/card.tsx'
import { handOffFocus } from '../../ui/hand-off-focus.ts'

type Props = {
  name: string
  addedAt: string
  lastUsedAt: string | null
  what: 'passkey' | 'token'
  onRemove: () => void
  children?: ReactNode
}

const WORDS = { passkey: ['Added', 'Remove'], token: ['Made', 'Revoke'] } as const

export function CredentialRow({ name, addedAt, lastUsedAt, what, onRemove, children }: Props) {
  const [made, remove] = WORDS[what]
  const used = lastUsedAt === null ? 'Never used' : `Last used ${dayText(new Date(lastUsedAt))}`
  const title = (
    <span ref={handOffFocus} className="flex flex-wrap items-center gap-3">
      {name}
      {children}
    </span>
  )
  return (
    <Row title={title} detail={`${made} ${dayText(new Date(addedAt))} · ${used}`}>
      <Button look="secondary" size="small" onClick={onRemove}>
        {remove}
        <span className="sr-only">{` ${what} ${name}`}</span>
      </Button>
    </Row>
  )
}
