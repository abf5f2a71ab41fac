import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export function NotFoundPage() {
  const signedIn = useSession().state === 'signed-in'
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col items-start justify-center gap-5 px-6 py-20">
      <PageTitle>404 Page Not Found</PageTitle>
      <p className="text-lg text-quiet">There's nothing at this address. Maybe it was typed before the first coffee.</p>
      <ButtonLink to={signedIn ? paths.dashboard : paths.landing}>
        {signedIn ? 'Back to the dashboard' : 'Back to the home page'}
      </ButtonLink>
    </div>
  )
}
