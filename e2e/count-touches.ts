import type { BrowserContext } from 'playwright-core'

export type Touches = {
  /** Mouse clicks and taps, anywhere. */
  clicks(): number
  /** Fields that were typed into, as 'path name', each once. */
  typedFields(): string[]
}

/** Counts clicks and typed fields on every page of the context. Start it before the first page. */
export async function countTouches(context: BrowserContext): Promise<Touches> {
  let clicks = 0
  const fields = new Set<string>()
  await context.exposeBinding('noteTouch', (_source, kind: 'click' | 'key', where: string) => {
    if (kind === 'click') clicks += 1
    else fields.add(where)
  })
  await context.addInitScript(() => {
    const note = (kind: string, where: string): void => {
      const binding: unknown = Reflect.get(window, 'noteTouch')
      if (typeof binding === 'function') binding(kind, where)
    }
    // As it bubbles: if a press's target has just moved, Playwright stops it in the capture phase and presses again.
    addEventListener('pointerdown', () => note('click', ''))
    addEventListener(
      'keypress',
      ({ target }) => note('key', `${location.pathname} ${target instanceof HTMLInputElement ? target.name : '?'}`),
      true,
    )
  })
  return { clicks: () => clicks, typedFields: () => [...fields] }
}
