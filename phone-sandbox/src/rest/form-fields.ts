import { z } from 'zod'

/** Fields of a form body: everything arrives as text, a repeated field as a list. */

export const webAddress = z.string().refine(isWebAddress, 'is not a valid http or https address')
export const method = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['GET', 'POST']))
  .default('POST')
export const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['true', 'false']))

export const wholeNumberBetween = (low: number, high: number) =>
  z.string().regex(/^\d+$/, 'is not a whole number').transform(Number).pipe(z.number().min(low).max(high))

export const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat())
    .pipe(z.array(item))

function isWebAddress(text: string): boolean {
  const address = URL.parse(text)
  return address !== null && (address.protocol === 'http:' || address.protocol === 'https:')
}
