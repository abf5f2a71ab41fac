import { fileURLToPath } from 'node:url'

/** The folder of the web app's build. */
export const webDist = fileURLToPath(new URL('../../../../../web/dist', import.meta.url))
