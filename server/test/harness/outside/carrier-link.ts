import { connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to the carrier that tests can cut. The carrier's callbacks don't use it. */
export type CarrierLink = {
  url: string
  /** Refuses connections. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** The next request for a call reaches the carrier; then the connection is cut, and no response arrives. */
  cutBeforeAnswer(): void
  /** Takes every request and answers none. */
  fallSilent(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function openCarrierLink(carrierUrl: () => string): Promise<CarrierLink> {
  const open = new Set<Socket>()
  let losesAnswer = false
  let isSilent = false
  let server: Server | null = null
  let port = 0

  function forward(ours: Socket): void {
    const { hostname, port: theirPort } = new URL(carrierUrl())
    const theirs = connect(Number(theirPort), hostname)
    for (const socket of [ours, theirs]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    }
    let isCall = false
    ours.on('data', (request) => {
      isCall = request.toString().startsWith('POST ')
      if (!isSilent) theirs.write(request)
    })
    ours.on('end', () => theirs.end())
    theirs.on('data', (answer) => (losesAnswer && isCall ? void cut() : ours.write(answer)))
    theirs.on('end', () => ours.end())
  }
  async function restore(): Promise<void> {
    losesAnswer = false
    const { promise, resolve } = Promise.withResolvers<void>()
    server = createServer(forward).listen(port, '127.0.0.1', resolve)
    await promise
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }
  async function cut(): Promise<void> {
    server?.close()
    server = null
    for (const socket of open) socket.resetAndDestroy()
  }

  await restore()
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    restore,
    cutBeforeAnswer: () => void (losesAnswer = true),
    fallSilent: () => void (isSilent = true),
    [Symbol.asyncDispose]: cut,
  }
}
