import { Login } from '../features/sign-in/login-form.tsx'
import { OpenToVisitors } from '../session/open-to-visitors.tsx'

export const LoginPage = () => (
  <OpenToVisitors>
    <Login />
  </OpenToVisitors>
)
