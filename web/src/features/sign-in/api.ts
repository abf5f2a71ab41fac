import { call } from '../../api/call.ts'

export const logIn = (body: { email: string; otp: string; rememberMe: boolean }) => call('login', { body })

export const createAccount = (body: { email: string; otp: string; name: string; rememberMe: boolean }) =>
  call('signUp', { body })
