import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as contract from '@reveille/contract/endpoints'

/**
 * The browser needs only the method and path of each endpoint: what an answer looks like is checked by the compiler here
 * and by the schemas on the server. Without them no page has to load the schema library just to ask something.
 */
export function endpointTable(): Plugin {
  return {
    name: 'endpoint-table',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('/contract/src/endpoints.ts')) return null
      const { endpoints } = (await import(pathToFileURL(id).href)) as typeof contract
      const rows = Object.entries(endpoints).map(([name, { method, path }]) => [name, { method, path }])
      return `export const endpoints = ${JSON.stringify(Object.fromEntries(rows))}`
    },
  }
}
