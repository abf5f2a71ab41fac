import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** A TCP proxy whose target can change. Closing one end of a connection closes the other. */
export async function openTcpProxy(first: NetConnectOpts, { host = '127.0.0.1', port = 0 } = {}) {
  let target = first
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
  }).listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    pointTo(next: NetConnectOpts) {
      target = next
    },
    /** Closes the open connections. New ones still work. */
    cutConnections() {
      for (const client of open) client.destroy()
    },
    close() {
      server.close()
      for (const client of open) client.destroy()
    },
  }
}
