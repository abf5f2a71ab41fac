/** The socket once it is open; throws when nothing answers there. */
export async function opened(socket: WebSocket): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  socket.addEventListener('open', () => resolve(socket))
  socket.addEventListener('error', () => reject(new Error(`nothing answers at ${new URL(socket.url).host}`)))
  return promise
}
