import type { JSHandle, Locator, Page } from 'playwright-core'

/**
 * Keeps the next sound that starts to play on this page, since it is in no document. Resolves once it plays. From then
 * on sounds take ten times as long, so that a slow machine sees them play.
 */
export async function keepSound(page: Page): Promise<JSHandle<HTMLMediaElement>> {
  return page.evaluateHandle(() => {
    const { play } = HTMLMediaElement.prototype
    const { promise, resolve } = Promise.withResolvers<HTMLMediaElement>()
    HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
      this.playbackRate = 0.1
      await play.call(this)
      resolve(this)
    }
    return promise
  })
}

/** Presses this button until `sound` plays: a busy machine may need longer for the words than the product waits. */
export async function pressUntilHeard(button: Locator, sound: Promise<unknown>): Promise<void> {
  const failure = button.page().getByText(/^(?:Audio Not Available|Failed to preview voice)/)
  const heard = sound.then(() => true)
  for (;;) {
    await button.click()
    const failed = failure.waitFor({ timeout: 0 }).then(
      () => false,
      () => true, // the page closed, after a test that heard it
    )
    if (await Promise.race([heard, failed])) return
    await failure.waitFor({ state: 'detached' })
  }
}
