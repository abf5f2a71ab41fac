/** The product can't start like this. The message is one line for the operator: what's wrong and what to do. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}
