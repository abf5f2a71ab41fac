import { spacedNumber } from '../../../format/spaced-number.ts'
import { paths } from '../../../paths.ts'
import { returnAddress } from '../../../session/pending-phone-proof.ts'
import { useSession } from '../../../session/use-session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { NumberPlace } from '../phone-proof.ts'

/** The number that is called until another one is proven, or before it, and the way back without a change. */
export function CurrentNumber({ as = 'first' }: { as?: NumberPlace }) {
  const { user } = useSession()
  if (user?.phone == null || !user.phoneVerified) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-sm text-quiet">
        {as === 'second' ? 'Our first three tries go to' : "Until you verify another number, we'll keep calling"}{' '}
        <strong className="tabular whitespace-nowrap text-ink">{spacedNumber(user.phone)}</strong>.
      </p>
      <ButtonLink
        to={as === 'second' ? paths.account : returnAddress('page')}
        look="quiet"
        size="small"
        className="-mx-3.5"
      >
        Cancel
      </ButtonLink>
    </div>
  )
}
