import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import * as z from 'zod'

/** The parameters of a chat completion as published, of those that we send: it knows no others. */
const Body = z.strictObject({
  model: z.string().min(1),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string().regex(/JSON/) }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.strictObject({ type: z.literal('json_object') }),
})

/** A server that speaks the chat protocol on loopback, refuses what is not as published, and writes as it is told. */
export type PretendWriter = {
  settings: { WRITER_URL: string; WRITER_API_KEY: string; WRITER_MODEL: string }
  asked: z.infer<typeof Body>[]
  /** What the next requests are answered with; the last one stays. */
  answers: ((response: ServerResponse) => unknown)[]
  [Symbol.asyncDispose](): Promise<void>
}

export const writes = (content: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) },
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    }),
  )

export const refuses = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code: 'no' } }))

export async function startPretendWriter(...answers: PretendWriter['answers']): Promise<PretendWriter> {
  const asked: PretendWriter['asked'] = []
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      const body = Body.safeParse(sent)
      const known = request.url === '/v1/chat/completions' && request.headers.authorization === 'Bearer good key'
      if (request.method !== 'POST' || !known || !body.success) return refuses(400)(response)
      asked.push(body.data)
      return (answers.length > 1 ? answers.shift() : answers[0])?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { WRITER_URL: `http://127.0.0.1:${port}/v1`, WRITER_API_KEY: 'good key', WRITER_MODEL: 'small-1' },
    asked,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
