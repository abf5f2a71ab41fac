/** The product cannot start as it is set up. The message is one line for the operator: what is wrong and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
