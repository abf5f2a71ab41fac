import formbody from '@fastify/formbody'
import type { NoticeEntry, Notices } from '@reveille/contract/notices'
import { noticeSubject } from '@reveille/core/notices/notice'
import { noticeWords } from '@reveille/core/notices/notice-words'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import { iso } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { countUnread, listNotices, markRead, type StoredNotice } from './notices.sql.ts'
import { localWords, noticeOf } from './send-notice.ts'
import { unsubscribe } from './unsubscribe.ts'

const LATEST = 30

export const noticeRoutes: Routes = (app, services) => {
  serve(app, 'listNotices', ({ userId }) => noticesOf(services, userId))

  serve(app, 'readNotices', { free: true }, async ({ userId, body }) => {
    await readNotices(services, userId, body.upTo)
    return noticesOf(services, userId)
  })
}

async function noticesOf({ db, config }: Services, userId: number): Promise<Notices> {
  return {
    notices: (await listNotices(db, userId, LATEST)).map((row) => toEntry(row, config.mail !== null)),
    unread: await countUnread(db, userId),
  }
}

function toEntry(row: StoredNotice, mails: boolean): NoticeEntry {
  const notice = noticeOf(row)
  const { title, sentences } = noticeWords(notice, localWords(row), mails)
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

async function readNotices({ db, clock, live }: Services, userId: number, upTo: number): Promise<void> {
  await markRead(db, { userId, upTo, now: clock.now() })
  live.publish(userId, 'notices')
}

const ByToken = z.object({ token: z.string().check(z.maxLength(128)) })
const hidden = { config: { public: true }, schema: { params: ByToken, hide: true } }

/** A mail program's unsubscribe button posts here without a session, with a token that we signed (RFC 8058). */
export const unsubscribeRoutes: Routes = (app, services) => {
  void app.register(formbody)

  app.post('/callbacks/unsubscribe/:token', hidden, async ({ params }, reply) =>
    (await unsubscribe(services, params.token)) ? { message: 'Done.' } : refuse(reply, notFound),
  )

  // As a link it leads to the choices: following a link must change nothing.
  app.get('/callbacks/unsubscribe/:token', hidden, (_request, reply) => reply.redirect('/account#mails', 302))
}
