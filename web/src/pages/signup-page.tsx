import { Signup } from '../features/sign-in/signup-form.tsx'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'

export const SignupPage = () => (
  <OpenToVisitors>
    <Signup />
  </OpenToVisitors>
)
