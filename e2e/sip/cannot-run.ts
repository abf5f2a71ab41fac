/** This machine lacks what the check needs: said plainly, and no failure of the product. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}
