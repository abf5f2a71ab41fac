import { forgetErrand } from './phone-errand.ts'

/** Somebody leaves, and somebody else may sit down here: nothing they typed and did not send stays, nor that they were in. */
export function forgetPerson(): void {
  sessionStorage.clear()
  forgetErrand()
}
