import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

/** A browser's program and the environment that it needs to start. */
export type BrowserProgram = { executablePath: string; env: Readonly<Record<string, string>> }

// A bare machine has no fonts, so the package's are unpacked beside this file.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`
const cache = path.join(import.meta.dirname, '..', '.cache')

/**
 * The Chromium of npm package @sparticuz/chromium, or null when it has none for this machine. We unpack it ourselves,
 * because the package uses one unversioned folder, leaves out libraries and turns web security off.
 */
export async function bundledChromium(): Promise<BrowserProgram | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const packageFolder = path.join(path.dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = path.join(cache, `chromium-${version}`)
  if (!existsSync(folder)) await unpackTo(folder, path.join(packageFolder, 'bin'))
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: path.join(folder, 'lib'), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
  }
}

/** The rename makes the folder appear only once it is complete. */
async function unpackTo(folder: string, packed: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(`${folder}.`)
  const program = path.join(unfinished, 'chromium')
  await pipeline(
    createReadStream(path.join(packed, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(program),
  )
  await chmod(program, 0o755)
  await unpackArchive(path.join(packed, 'al2023.tar.br'), unfinished)
  await unpackArchive(path.join(packed, 'fonts.tar.br'), unfinished)
  await writeFile(path.join(unfinished, 'fonts.conf'), fontsConf)
  try {
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error // another test run was faster
  }
}

/** Reads the zero blocks at the end too, because a tar that stops before them closes its input early. */
async function unpackArchive(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--ignore-zeros', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => tar.on('error', reject).on('close', resolve))
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin)
  const code = await ended
  if (code !== 0) throw new Error(`${archive} could not be unpacked: tar ended with ${code}`)
}
