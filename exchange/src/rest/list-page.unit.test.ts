import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerList, pageFields } from './list-page.ts'

test('pages link their neighbors and keep the filter', () => {
  const url = '/Calls.json?To=%2B1&PageSize=2&Page=1'
  const request = { url, query: { PageSize: '2', Page: '1' } } as unknown as FastifyRequest
  const calls = ['a', 'b', 'c', 'd', 'e'].map((sid) => ({ sid }))
  const page = answerList(request, {} as never, { shape: z.object(pageFields), key: 'calls' }, () => calls)
  expect(page).toMatchObject({
    calls: [{ sid: 'c' }, { sid: 'd' }],
    start: 2,
    end: 3,
    next_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=2',
    previous_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=0',
  })
})
