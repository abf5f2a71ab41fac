import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** API-3: the document is generated from the schemas that the routes validate with. Register before the routes. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Reveille', version: '1', description: 'Wake-up calls by telephone.' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'connect.sid' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { config: { public: true }, schema: { hide: true } }, () => app.swagger())
}
