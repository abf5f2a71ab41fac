/**
 * The product cannot start with these settings. The message is one line for the operator: what is wrong and what to do.
 */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}
