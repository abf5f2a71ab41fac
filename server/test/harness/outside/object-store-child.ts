import S3rver, { type Middleware } from '@20minutes/s3rver'

// A separate process, because its continuation tokens use a cipher that must be allowed for a whole process. Arguments:
// folder, port (0: any), bucket. Sends its port to its parent.

/**
 * Amazon's client addresses a bucket as `/name/` and signs that, but this server verifies `/name` except for buckets
 * named by the host. So we treat ours as one of these. Signatures are still checked.
 */
const signedWithSlash: Middleware = (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.state['vhost'] = true
    context.mountPath = '/'
  }
  return next()
}

const [, , directory = '', port = '0', bucket = ''] = process.argv
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
})
server.middleware.splice(-1, 0, signedWithSlash) // the last one routes
process.once('disconnect', () => process.exit())
process.send?.((await server.run()).port)
