import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One address that leads to whichever server is the primary now; a connection whose server dies is cut. */
export async function openSwitchboard(socketPath: string) {
  let target = socketPath
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(target)
    open.add(client)
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    client.on('close', () => open.delete(client))
    client.pipe(behind).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(next: string) {
      target = next
    },
    close() {
      server.close()
      for (const client of open) client.destroy()
    },
  }
}
