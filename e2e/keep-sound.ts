import type { JSHandle, Page } from 'playwright-core'

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
