import { fileURLToPath } from 'node:url'

/** Where the build of the web app is. */
export const webDist = fileURLToPath(new URL('../../../../../web/dist', import.meta.url))
