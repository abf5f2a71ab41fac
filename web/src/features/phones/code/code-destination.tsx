import { spacedNumber } from '../../../format/spaced-number.ts'
import { Callout } from '../../../ui/callout.tsx'
import type { CodeTrouble } from '../phone-failures.ts'

type Props = {
  phone: string
  /** The words before the number while all is well. */
  sent: string
  trouble: CodeTrouble | null
}

/** Where the code was sent; or that it was not, why, and what helps (PHONE-6). */
export function CodeDestination({ phone, sent, trouble }: Props) {
  return (
    <>
      <p>
        {trouble === null ? sent : 'Your number:'} <strong className="tabular">{spacedNumber(phone)}</strong>
      </p>
      {trouble && (
        <Callout tone={trouble.refused ? 'bad' : 'warn'}>
          <p role="alert">
            <strong>{trouble.title}:</strong> {trouble.message}
          </p>
        </Callout>
      )}
    </>
  )
}
