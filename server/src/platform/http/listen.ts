import type { FastifyInstance } from 'fastify'
import { StartRefused } from '../process/start-refused.ts'

/** Opens the port; refuses the start with one line when that fails. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  setting = 'PORT',
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartRefused(`Port ${port} is in use: stop what uses it, or set ${setting} to another one.`)
    }
    if (code === 'EACCES') throw new StartRefused(`Port ${port} may not be used: set ${setting} to one above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartRefused(`HOST ${host} is no address of this machine: correct or unset HOST.`)
    throw error
  }
}
