import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that refuses every recipient and quotes the address, as real ones do. */
export async function startRefusingMailServer() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined))
    socket.write('220 refusing\r\n')
    createInterface(socket).on('line', (line) => socket.write(`${answerTo(line)}\r\n`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerTo(line: string): string {
  const [, recipient] = /^RCPT TO:(\S+)/i.exec(line) ?? []
  return recipient === undefined ? '250 OK' : `550 5.1.1 ${recipient}: there is no such user here`
}
