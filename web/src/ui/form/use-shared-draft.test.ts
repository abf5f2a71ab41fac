import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { inTab } from '../../browser/storage.ts'
import { useSharedDraft, type SharedDraft } from './use-shared-draft.ts'

type Draft = { wakeupTime: string; timezone: string }
const KEY = 'scheduleDraft-new'
const newDraft = (timezone: string): Draft => ({ wakeupTime: '06:30', timezone })

afterEach(() => inTab.remove(KEY))

/** The state of a form that opens with `draft`. */
function opened(draft: Draft, isNew: boolean): SharedDraft<Draft> {
  let shared: SharedDraft<Draft> | undefined
  function Form() {
    shared = useSharedDraft(KEY, { draft, version: isNew ? undefined : 2, isNew })
    return null
  }
  renderToString(createElement(Form))
  if (shared === undefined) throw new Error('not rendered')
  return shared
}

test.each([
  ['new call, which no other device can change, asks nothing', true, null],
  ['saved call asks', false, newDraft('Asia/Tokyo')],
])('SHELL-17 when the zone has changed since the draft was typed, a %s', (_case, isNew, theirs) => {
  const typed = { ...newDraft('Europe/Berlin'), wakeupTime: '05:45' }
  opened(newDraft('Europe/Berlin'), isNew).change(typed)
  const shared = opened(newDraft('Asia/Tokyo'), isNew)
  expect([shared.draft, shared.theirs]).toEqual([typed, theirs])
})

test('SHELL-17 an untouched draft of a new call follows the zone', () => {
  expect(opened(newDraft('Asia/Tokyo'), true).draft.timezone).toBe('Asia/Tokyo')
})
