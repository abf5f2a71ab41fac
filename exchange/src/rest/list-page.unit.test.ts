import { expect, test } from 'vitest'
import { listPage } from './list-page.ts'

test('pages link their neighbors and keep the filter', () => {
  const page = listPage(
    [1, 2, 3, 4, 5],
    { PageSize: 2, Page: 1 },
    { path: '/Calls.json', url: '/x?To=%2B1', key: 'calls' },
  )
  expect(page).toMatchObject({
    calls: [3, 4],
    start: 2,
    end: 3,
    next_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=2',
    previous_page_uri: '/Calls.json?To=%2B1&PageSize=2&Page=0',
  })
})
