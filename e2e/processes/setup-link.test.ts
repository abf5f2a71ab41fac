import { expect, test } from 'vitest'
import { installedPlace, launchProduct, READY_LINE, removePlace } from '../processes.ts'

/** A command line at a terminal of its own (util-linux). */
const AT_A_TERMINAL = ['sh', '-c', 'exec script -qfec "$*" /dev/null', 'sh']

test('OWNER-4 a start at a terminal prints the setup link', async () => {
  const place = await installedPlace({ MAIL_URL: 'off' })
  {
    await using product = launchProduct(place, ['scripts/start.ts'], AT_A_TERMINAL)
    await product.waitForLine(READY_LINE, 90_000)
    await product.waitForLine(/Open this link within an hour to make the owner's account/, 30_000)
    const link = /(http\S+)#(\S+)/.exec(product.output())!
    const body = JSON.stringify({ link: link[2] })
    const headers = { 'content-type': 'application/json', origin: place.webUrl }
    const seen = await fetch(`${place.webUrl}/api/auth/link`, { method: 'POST', headers, body })
    expect(await seen.json()).toMatchObject({ kind: 'setup' })
  }
  await removePlace(place)
})
