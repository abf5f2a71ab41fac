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

/** Answers with a page of what `find` returns for the query. `key` names the items. */
export function answerList<Query extends PageQuery>(
  request: FastifyRequest,
  reply: FastifyReply,
  { shape, key }: { shape: z.ZodType<Query>; key: string },
  find: (query: Query) => object[],
) {
  const query = shape.safeParse(request.query)
  if (!query.success) return refuse(reply, refusalOf(query.error, request.query as Form))
  const [path = ''] = request.url.split('?')
  return listPage(find(query.data), query.data, { path, url: request.url, key })
}

/** A page of a list, newest first, with links to the next and previous one. `key` names the items. */
export function listPage<T>(
  items: T[],
  query: PageQuery,
  { path, url, key }: { path: string; url: string; key: string },
) {
  const { PageSize, Page } = query
  const start = Page * PageSize
  const shown = items.slice(start, start + PageSize)
  const addressOf = (page: number) => {
    const search = new URL(url, 'http://localhost').searchParams
    search.set('PageSize', String(PageSize))
    search.set('Page', String(page))
    return `${path}?${search}`
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

/**
 * Whether `at` satisfies `name`, `name<` and `name>` of a query. Like the carrier, compares whole UTC days, unless the
 * query has a full time.
 */
export function isWithin(at: number | null, query: Record<string, unknown>, name: string): boolean {
  const [on, before, after] = ['', '<', '>'].map((sign) => query[name + sign] as string | undefined)
  if (!on && !before && !after) return true
  if (at === null) return false
  const fits = (limit: string | undefined, holds: (instant: number, limit: number) => boolean) =>
    limit === undefined || holds(isDay(limit) ? startOfDay(at) : at, Date.parse(limit))
  return (
    fits(on, (instant, limit) => instant === limit) &&
    fits(before, (instant, limit) => instant <= limit) &&
    fits(after, (instant, limit) => instant >= limit)
  )
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const startOfDay = (at: number): number => at - (at % 86_400_000)

/** A day or a full time. */
export const dateFilter = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')
  .optional()
