import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a port of this machine that can be cut, as when the network between two machines breaks. */
export type Cuttable = { port: number; cut(): void; mend(): void; close(): void }

export async function startCuttable(to: number): Promise<Cuttable> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      drop()
    },
    mend: () => void (isCut = false),
    close() {
      drop()
      server.close()
    },
  }
}
