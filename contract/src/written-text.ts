import { isVisible } from '@reveille/core/people/typed-text'
import * as z from 'zod/mini'

/** Pasted text may contain them, and PostgreSQL can't store NUL. Tabs and line breaks are text. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** Direction marks reverse what follows them, even another person's text on the same line (UAX #9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A free-text field. `message`: for input that isn't text. Invisible text counts as none. */
export const writtenText = (message?: string) =>
  z.string(message).check(
    z.overwrite((text) => text.replace(CONTROLS, '').replace(DIRECTIONS, '')),
    z.overwrite((text) => (isVisible(text) ? text : '')),
    z.trim(),
  )

/** A name is a single line. `what` completes 'Please use at most 40 characters'. */
export const writtenName = (limit: number, what = '', message?: string) =>
  writtenText(message).check(
    z.overwrite((text) => text.replaceAll(/\s+/g, ' ')),
    z.maxLength(limit, `Please use at most ${limit} characters${what}.`),
  )
