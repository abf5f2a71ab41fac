import type { NoticeEntry, Notices } from '@reveille/contract/notices'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { messageOf } from '../../api/api-failure.ts'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/queries.tsx'
import { timeSpan } from '../../format/time-words.ts'
import { fallbackInterval, useLiveUpdates } from '../../live/live-updates.ts'
import { paths } from '../../paths.ts'
import { BellButton } from '../../ui/bell-button.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { useNow } from '../../ui/use-now.ts'

const PAGES = { calls: paths.history, schedules: paths.dashboard, phone: paths.phone, account: paths.account }

type Props = { notices: readonly NoticeEntry[]; isNew: (notice: NoticeEntry) => boolean; onLeave: () => void }

/** Newest first; a new one is marked by a word, not by color alone. */
function NoticeEntries({ notices, isNew, onLeave }: Props) {
  const now = useNow(30_000)
  return (
    <ul aria-label="Notifications" className="divide-y divide-line">
      {notices.map((notice) => (
        <li key={notice.id} className="relative py-3.5 first:pt-1 last:pb-1">
          <p className="flex items-baseline justify-between gap-3 text-sm text-quiet">
            <span>{agoText(now - Date.parse(notice.createdAt))}</span>
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

export const noticeList = { ...endpointQuery('listNotices', ['notices']), refetchInterval: fallbackInterval }

const readNotices = {
  mutationFn: (upTo: number) => call('readNotices', { body: { upTo } }),
  onSuccess: (notices: Notices) => queryClient.setQueryData(noticeList.queryKey, notices),
}

/** Counts unread notices, and opens the latest. A native popover closes on Escape and on a click outside. */
export function NoticesBell() {
  useLiveUpdates()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error } = useQuery(noticeList)
  const { mutate: markRead } = useMutation(readNotices)
  // Notices unread when the list opened stay marked as new until it opens again.
  const [seenUpTo, setSeenUpTo] = useState(0)

  function onToggle({ newState }: ToggleEvent<HTMLDivElement>) {
    if (newState !== 'open') return
    heading.current?.focus()
    setSeenUpTo(data?.notices.find(({ read }) => read)?.id ?? 0)
    const newest = data?.notices[0]
    if (newest !== undefined && data !== undefined && data.unread > 0) markRead(newest.id)
  }

  return (
    <>
      <BellButton unread={data?.unread ?? 0} popoverTarget={id} />
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        onToggle={onToggle}
        className="fixed inset-auto top-18 right-2 max-h-[min(36rem,calc(100dvh-9rem))] w-[min(26rem,calc(100vw-1rem))] overflow-y-auto rounded-card border border-line bg-surface p-5 text-ink shadow-xl sm:right-6"
      >
        <h2 ref={heading} id={`${id}-title`} tabIndex={-1} className="mb-3 text-xl outline-none">
          Notifications
        </h2>
        {error && <ErrorText complaint={{ message: messageOf(error, "We couldn't load your notifications.") }} />}
        {data?.notices.length === 0 && (
          <p className="text-quiet">
            Nothing yet. We&apos;ll tell you here about missed or failed calls and new sign-ins.
          </p>
        )}
        {data && data.notices.length > 0 && (
          <NoticeEntries
            notices={data.notices}
            isNew={({ id: noticeId }) => noticeId > seenUpTo}
            onLeave={() => panel.current?.hidePopover?.()}
          />
        )}
      </div>
    </>
  )
}

const agoText = (ms: number): string => (ms < MINUTE_MS ? 'Just now' : `${timeSpan(ms)} ago`)
