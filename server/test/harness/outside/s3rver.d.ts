/** The part that we use; the package has no types. */
declare module '@20minutes/s3rver' {
  export type Middleware = (
    context: { path: string; mountPath?: string; state: Record<string, unknown> },
    next: () => Promise<void>,
  ) => Promise<void>

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string }[]
    })
    middleware: Middleware[]
    run(): Promise<{ port: number }>
  }
}
