import { isVisible } from '@reveille/core/people/typed-text'
import * as z from 'zod/mini'

/** Pasted text may contain them, and a database stores no NUL; tabs and line breaks are text. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** They turn the words behind them around, also those of others on the same line (UAX #9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A free-text field; `message` is for input that is no text. Text that can't be seen is none. */
export const writtenText = (message?: string) =>
  z.string(message).check(
    z.overwrite((text) => text.replace(CONTROLS, '').replace(DIRECTIONS, '')),
    z.overwrite((text) => (isVisible(text) ? text : '')),
    z.trim(),
  )

/** A name stands in one line. */
export const writtenName = (message?: string) =>
  writtenText(message).check(z.overwrite((text) => text.replaceAll(/\s+/g, ' ')))
