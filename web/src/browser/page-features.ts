import { cookies } from './features.ts'

// What a browser may lack, refuse or block, as pages need it.

export const language = (): string => navigator.language || 'en-US'

/** As many as a phone has, where the browser doesn't tell. */
export const processors = (): number => navigator.hardwareConcurrency || 2

/** False where no cookie can be kept, so that nobody can sign in. */
export const keepsCookies = (): boolean => navigator.cookieEnabled !== false && cookies() !== null

/** Throws where the browser copies nothing: over plain http, or because it was refused. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text)

export const prefersDark = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches
