import { cookies } from './features.ts'

// Features that a browser may lack, refuse or block.

export const language = (): string => navigator.language || 'en-US'

/** A phone's count if the browser doesn't tell. */
export const processors = (): number => navigator.hardwareConcurrency || 2

/** Without cookies nobody can sign in. */
export const keepsCookies = (): boolean => navigator.cookieEnabled !== false && cookies() !== null

/** Throws over plain http, or if permission is denied. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text)

export const prefersDark = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
