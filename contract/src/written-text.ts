import * as z from 'zod/mini'

/** Pasted text may contain them, and a database stores no NUL; tabs and line breaks are text. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** They turn the words behind them around, also those of others on the same line (UAX #9). */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Nothing of it can be seen, as of a blank in Braille or a filler in Hangul. Joiners inside an emoji or a word are kept. */
const isInvisible = (text: string) =>
  !/[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text.normalize('NFKC'))

/** A free-text field; `message` is for input that is no text. Text that can't be seen is none. */
export const writtenText = (message?: string) =>
  z.string(message).check(
    z.overwrite((text) => text.replace(CONTROLS, '').replace(DIRECTIONS, '')),
    z.overwrite((text) => (isInvisible(text) ? '' : text)),
    z.trim(),
  )

/** A name stands in one line. */
export const writtenName = (message?: string) =>
  writtenText(message).check(z.overwrite((text) => text.replaceAll(/\s+/g, ' ')))
