import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { bundledChromium, type BrowserProgram } from './bundled-chromium.ts'

const namesInPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * $CHROME_PATH, else the browser from npm, which is the same for everyone, else an installed one. The error says what
 * to install.
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const chosen = process.env['CHROME_PATH']
  if (chosen !== undefined && chosen !== '') {
    if (await isProgram(chosen)) return { executablePath: chosen, env: {} }
    throw new Error(`CHROME_PATH is not a program: ${chosen}`)
  }
  const bundled = await bundledChromium()
  if (bundled !== null) return bundled
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  for (const candidate of namesInPath.flatMap((name) => folders.map((folder) => path.join(folder, name)))) {
    if (await isProgram(candidate)) return { executablePath: candidate, env: {} }
  }
  throw new Error('no browser found: install Debian package chromium, or set CHROME_PATH to a Chromium or Chrome')
}

/**
 * A headless browser with its defaults, since a flag could hide what a person's browser refuses. As root it runs
 * without its sandbox, because it wouldn't start with it.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({ executablePath, env: { ...process.env, ...env }, chromiumSandbox: process.getuid?.() !== 0 })
}

function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
