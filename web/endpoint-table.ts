import { pathToFileURL } from 'node:url'
import type * as contract from '@reveille/contract/endpoints'
import type { Plugin, ViteDevServer } from 'vite'

/**
 * The browser needs only the method and path of each endpoint: the compiler checks responses here and the schemas on
 * the server. Without the schemas no page has to load their library for a request.
 */
export function endpointTable(): Plugin {
  let vite: ViteDevServer | null = null
  return {
    name: 'endpoint-table',
    enforce: 'pre',
    configureServer(server) {
      vite = server
    },
    async load(id, options) {
      if (!id.endsWith('/contract/src/endpoints.ts')) return null
      if (vite !== null && options?.ssr) return null // loaded below
      // Node caches modules; Vite reloads changed ones.
      const { endpoints } = (await (vite?.ssrLoadModule(id) ?? import(pathToFileURL(id).href))) as typeof contract
      // One text compresses to less than a hundred objects, and every page loads it.
      const rows = Object.entries(endpoints).map(
        ([name, { method, path }]) => `${name} ${path.replace('/api/', '')}${method === 'POST' ? '' : ` ${method}`}`,
      )
      return `export const endpoints = Object.fromEntries(${JSON.stringify(rows.join('\n'))}.split('\\n').map((row) => {
        const [name, path, method = 'POST'] = row.split(' ')
        return [name, { method, path: '/api/' + path }]
      }))`
    },
  }
}
