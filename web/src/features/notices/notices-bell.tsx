import type { Notices } from '@reveille/contract/notices'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ToggleEvent } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { useLiveUpdates } from '../../live/live-updates.ts'
import { BellButton } from '../../ui/bell-button.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { noticeList, readNotices } from './api.ts'
import { NoticeEntries } from './notice-entries.tsx'

/** SHELL-11: counts unread notices, and opens the latest. A native popover closes on Escape and on a click outside. */
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
    setSeenUpTo(newestRead(data))
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

/** The newest notice read before: newer ones are new. */
function newestRead(data: Notices | undefined): number {
  return data?.notices.find(({ read }) => read)?.id ?? 0
}
