import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusalOf, refuse, type Form } from './refusal.ts'

/** Every list takes these fields. */
export const pageFields = {
  PageSize: z.coerce.number().int().min(1).max(1_000).default(50),
  Page: z.coerce.number().int().min(0).default(0),
  PageToken: z.string().optional(),
}

type PageQuery = { PageSize: number; Page: number }

/** Answers with a page of what `find` returns, and links to the next and previous one. `key` names the items. */
export function answerList<Query extends PageQuery>(
  request: FastifyRequest,
  reply: FastifyReply,
  { shape, key }: { shape: z.ZodType<Query>; key: string },
  find: (query: Query) => object[],
) {
  const query = shape.safeParse(request.query)
  if (!query.success) return refuse(reply, refusalOf(query.error, request.query as Form))
  const items = find(query.data)
  const { PageSize, Page } = query.data
  const start = Page * PageSize
  const shown = items.slice(start, start + PageSize)
  const addressOf = (page: number) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost')
    searchParams.set('PageSize', String(PageSize))
    searchParams.set('Page', String(page))
    return `${pathname}?${searchParams}`
  }
  return {
    [key]: shown,
    page: Page,
    page_size: PageSize,
    start,
    end: Math.max(start, start + shown.length - 1),
    uri: addressOf(Page),
    first_page_uri: addressOf(0),
    next_page_uri: start + PageSize < items.length ? addressOf(Page + 1) : null,
    previous_page_uri: Page > 0 ? addressOf(Page - 1) : null,
  }
}
