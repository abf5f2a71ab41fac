import S3rver, { type Middleware } from '@20minutes/s3rver'

// A program of its own: its marks for "go on from here" use a cipher that must be allowed for a whole process.
// Arguments: folder, port (0: any), bucket. Tells its port over the channel to its parent.

/**
 * Amazon's client asks a bucket at `/name/` and signs that; this server reckons with `/name`, but for buckets that are
 * named by the host. Told that this is one, it reckons with what was signed. Signatures are checked all the same.
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
process.send?.((await server.run()).port)
