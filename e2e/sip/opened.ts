/** Waits until the socket is open. Throws when nothing answers. */
export async function opened(socket: WebSocket): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  socket.addEventListener('open', () => resolve(socket))
  socket.addEventListener('error', () => reject(new Error(`nothing answers at ${new URL(socket.url).host}`)))
  return promise
}
