import { Spinner } from '../spinner.tsx'
import { Logo } from './logo.tsx'

/** What the pages of signed-in people show until their scripts are there: nothing of a person, and nothing to press. */
export function FirstShell() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-b border-line bg-ground">
        <div className="mx-auto flex min-h-16 max-w-7xl items-center px-4 sm:px-6">
          <Logo />
        </div>
      </div>
      <Spinner />
    </div>
  )
}
