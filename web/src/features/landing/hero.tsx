import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { HeroPhone } from './hero-phone.tsx'

export const TRY_IT = 'Try It Now – Free Wake-Up Call'

export function Hero() {
  return (
    <div className="horizon horizon-3">
      <div className="mx-auto grid max-w-6xl items-center *:min-w-0 gap-x-10 gap-y-12 px-4 pt-12 pb-32 sm:px-6 lg:grid-cols-[1.15fr_1fr] lg:pt-20">
        <div className="flex flex-col items-start gap-6">
          <PageTitle className="text-(length:--text-hero)! leading-[0.98]!">Your morning is calling.</PageTitle>
          <p className="max-w-xl text-lg sm:text-xl">
            Alarms are easy to ignore. A ringing phone isn't. Reveille places a real phone call at the minute you
            choose, in a voice you like, about the reason you want to be up.
          </p>
          <ButtonLink to={paths.signup} size="large">
            {TRY_IT}
          </ButtonLink>
          <p className="max-w-md">Your first call is free. No app, no password, no spam, no cold calls.</p>
        </div>
        <HeroPhone />
      </div>
    </div>
  )
}
