/** What is written, and how it's said. */
export type Step = readonly [form: RegExp, said: string | ((...found: string[]) => string)]

const escaped = (form: string): string => form.replaceAll(/[$.*+?^|()/]/g, String.raw`\$&`)
/** One of these, the longer ones first. */
export const oneOf = (forms: Iterable<string>): string =>
  [...forms]
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

export const pattern = (form: string, flags = 'gi'): RegExp => new RegExp(form, flags)

export const read = (text: string, [form, said]: Step): string => text.replace(form, said as string)
