import { lazy, Suspense } from 'react'
import { BellButton } from '../ui/bell-button.tsx'

/** Loaded beside the page: the header is also drawn where nothing is asked of the server. */
const NoticesBell = lazy(async () => {
  const parts = Promise.all([import('../api/queries.tsx'), import('../features/notices/notices-bell.tsx')])
  const loaded = await parts.catch(() => null) // without it a page still works
  if (loaded === null) return { default: () => <BellButton unread={0} /> }
  const [{ Queries }, { NoticesBell: Loaded }] = loaded
  return {
    default: () => (
      <Queries>
        <Loaded />
      </Queries>
    ),
  }
})

/** SHELL-3 and 11. */
export function Bell() {
  return (
    <Suspense fallback={<BellButton unread={0} />}>
      <NoticesBell />
    </Suspense>
  )
}
