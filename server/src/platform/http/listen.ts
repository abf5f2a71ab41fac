import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { loadPorts } from '../config/config.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'

type Ports = ReturnType<typeof loadPorts>

export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  setting = 'PORT',
): Promise<void> {
  await app.listen({ host, port }).catch((error: unknown) => {
    throw refusalOf(error, { host, port }, setting)
  })
}

/** Refuses to start, before anything is written, if a port (the sandbox's included) is in use. */
export async function refuseBusyPorts({ host, ours, sandbox, hadSandbox }: Ports): Promise<void> {
  for (const { setting, port } of ours) await refuseBusyPort({ host, port }, setting)
  if (sandbox === null || hadSandbox) return // this folder's sandbox may still run, and is reused
  await refuseBusyPort({ host: '127.0.0.1', port: sandbox.port }, 'SANDBOX_PORT')
  await refuseBusyPort({ host: '127.0.0.1', port: sandbox.smtpPort }, 'SANDBOX_SMTP_PORT')
}

/** Tries the port and closes it again; refuses to start if that fails. */
export async function refuseBusyPort({ host, port }: { host: string; port: number }, setting = 'PORT'): Promise<void> {
  const server = createServer()
  server.listen({ host, port })
  await once(server, 'listening').catch((error: unknown) => {
    throw refusalOf(error, { host, port }, setting)
  })
  server.close()
  await once(server, 'close')
}

const NO_ADDRESS = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND'])

function refusalOf(error: unknown, { host, port }: { host: string; port: number }, setting: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartRefusedError(`Port ${port} is in use: stop what uses it, or set ${setting} to another one.`)
  if (code === 'EACCES') return new StartRefusedError(`Port ${port} may not be used: set ${setting} to one above 1023.`)
  if (code === 'EAI_AGAIN')
    return new StartRefusedError(
      `HOST ${host} can't be looked up now (${code}): set HOST to this machine's IP address.`,
    )
  if (NO_ADDRESS.has(code))
    return new StartRefusedError(`HOST ${host} isn't an address of this machine: correct or unset HOST.`)
  return error
}
