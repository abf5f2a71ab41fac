import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { expect, test } from 'vitest'
import { leaveInTime } from './request.ts'

test('CALL-3 a request that waited too long for its connection, as in a process that froze, is not sent', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = new Agent()
  const ask = async (path: string, mayLeave: () => boolean) => {
    const request = { origin, path, method: 'POST', body: 'a', mayLeave } as const
    return (await agent.compose(leaveInTime).request(request)).statusCode
  }
  expect(await ask('/at-once', () => true)).toBe(200)
  await expect(ask('/too-late', () => false)).rejects.toThrow('the request came to its connection too late')
  expect(await ask('/after-it', () => true)).toBe(200)
  expect(asked).toEqual(['/at-once', '/after-it'])
  await agent.close()
  await new Promise((resolve) => void server.close(resolve))
})
