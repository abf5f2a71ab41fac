import { ANSWERS } from '@reveille/contract/test-data/answers'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Queries, queryClient } from '../api/queries.tsx'
import { callPages } from '../features/calls/api.ts'
import { HistoryPage } from './history-page.tsx'

const [calls] = ANSWERS.callHistory as [object[]]
const full = Array.from({ length: 100 }, (_call, index) => ({ ...calls[0], id: 200 - index }))

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('HIST-4 when older calls can’t be loaded, the page says so below those it has', async () => {
  const page = () =>
    renderToStaticMarkup(
      <Queries>
        <HistoryPage />
      </Queries>,
    )
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(full)))
  const pages = new InfiniteQueryObserver(queryClient, callPages)
  const end = pages.subscribe(() => undefined)
  await expect.poll(page, { interval: 1 }).toContain('Show older calls')
  expect(page()).not.toContain('Failed to load older calls')
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message: 'Not now.' }, { status: 500 })))
  await pages.fetchNextPage()
  expect(page()).toMatch(/Wake-up Call #200.*Failed to load older calls.*Not now\./)
  end()
})
