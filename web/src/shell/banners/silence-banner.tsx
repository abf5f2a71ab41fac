import { useSilence } from '../../api/contact.ts'
import { Banner } from '../../ui/banner.tsx'
import { LastKnown } from '../../ui/page/error-state.tsx'
import { unconfirmed } from '../../ui/page/unconfirmed.ts'
import { useOnline } from './offline-banner.tsx'

/** Says that the page may be stale, unless something else on it does. */
export function SilenceBanner() {
  const silence = useSilence()
  const online = useOnline() // the offline banner covers that
  return (
    <div className="in-[body:has([data-unconfirmed=true])]:hidden">
      <Banner>
        {online && silence?.isLong && (
          <>
            {unconfirmed(silence.failing ? 'failing' : 'unreachable')}
            <LastKnown className="font-semibold" />
          </>
        )}
      </Banner>
    </div>
  )
}
