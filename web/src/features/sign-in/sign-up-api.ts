import { call } from '../../api/call.ts'

export const createAccount = (body: { email: string; otp: string; name: string }) => call('signUp', { body })
