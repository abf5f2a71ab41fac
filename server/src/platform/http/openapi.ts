import swagger from '@fastify/swagger'
import { capitalized } from '@reveille/core/time/duration'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Generated from the schemas that routes validate with. Register before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Reveille', version: '1', description: 'Wake-up calls by telephone.' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'connect.sid' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      return { schema: { ...schema, ...describe(route.url, route.route) }, url }
    },
  })
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, () => app.swagger())
}

type Described = { method: string | string[]; schema?: { operationId?: string }; config?: unknown }

/** What readers and client generators need besides schemas: name, summary, group, and who may call it. */
function describe(url: string, { method, schema, config }: Described) {
  const verb = String(Array.isArray(method) ? method[0] : method)
  const words = url.split(/[^A-Za-z0-9]+/).filter((part) => part !== '' && part !== 'api')
  const inCamels = [verb.toLowerCase(), ...words].map((word, index) => (index === 0 ? word : capitalized(word)))
  const operationId = schema?.operationId ?? inCamels.join('')
  const { public: isPublic = false, token: isByToken = false } = (config ?? {}) as { public?: boolean; token?: boolean }
  return {
    operationId,
    summary: capitalized(operationId.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)),
    tags: [words[0] ?? 'pages'],
    security: isByToken ? [{ token: [] }] : isPublic ? [] : [{ session: [] }],
  }
}
