import type { NoticeEntry } from '@reveille/contract/notices'
import { Link } from 'wouter'
import { timeSpan } from '../../format/time-words.ts'
import { paths } from '../../paths.ts'
import { useNow } from '../../ui/use-now.ts'

const PAGES = { calls: paths.history, schedules: paths.dashboard, phone: paths.phone, account: paths.account }

type Props = { notices: readonly NoticeEntry[]; isNew: (notice: NoticeEntry) => boolean; onLeave: () => void }

/** Notices, newest first; a new one is marked by a word and not by colour alone. */
export function NoticeEntries({ notices, isNew, onLeave }: Props) {
  const now = useNow(30_000)
  return (
    <ul aria-label="Notifications" className="divide-y divide-line">
      {notices.map((notice) => (
        <li key={notice.id} className="relative py-3.5 first:pt-1 last:pb-1">
          <p className="flex items-baseline justify-between gap-3 text-sm text-quiet">
            <span>{`${timeSpan(Math.max(0, now - Date.parse(notice.createdAt)))} ago`}</span>
            {isNew(notice) && <span className="font-semibold text-sun-text">New</span>}
          </p>
          {/* The whole entry is clickable; only the title is read as the link. */}
          <Link
            href={PAGES[notice.about]}
            onClick={onLeave}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {notice.title}
          </Link>
          <p className="mt-1 text-sm text-quiet">{notice.text}</p>
        </li>
      ))}
    </ul>
  )
}
