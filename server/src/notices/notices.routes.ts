import { ApiError } from '@reveille/contract/api-error'
import { Notices, NoticesRead, type NoticeEntry } from '@reveille/contract/notices'
import { noticeSubject } from '@reveille/core/notices/notice'
import { noticeWords } from '@reveille/core/notices/notice-words'
import { iso } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { localWords, noticeOf } from './notice-view.ts'
import { countUnread, listNotices, type StoredNotice } from './notices.sql.ts'
import { readNotices } from './read-notices.ts'

const LATEST = 30

/** What the bell shows (SHELL-11). */
export const noticeRoutes: Routes = (services) => (app, _options, done) => {
  app.get('/api/notices', { schema: { response: { 200: Notices, '4xx': ApiError } } }, ({ userId }) =>
    noticesOf(services, userId),
  )

  app.post(
    '/api/notices/read',
    { config: { free: true }, schema: { body: NoticesRead, response: { 200: Notices, '4xx': ApiError } } },
    async ({ userId, body }) => {
      await readNotices(services, userId, body.upTo)
      return noticesOf(services, userId)
    },
  )
  done()
}

async function noticesOf({ db }: Services, userId: number): Promise<Notices> {
  return {
    notices: (await listNotices(db, userId, LATEST)).map(toEntry),
    unread: await countUnread(db, userId),
  }
}

function toEntry(row: StoredNotice): NoticeEntry {
  const notice = noticeOf(row)
  const { title, sentences } = noticeWords(notice, localWords(row))
  return {
    id: row.id,
    kind: row.kind,
    title,
    text: sentences.join(' '),
    about: noticeSubject(notice),
    createdAt: iso(row.createdAt),
    read: row.readAt !== null,
  }
}
