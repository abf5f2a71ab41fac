import * as z from 'zod/mini'

/** Pasted text may contain them, and a database stores no NUL; tabs and line breaks are text. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** A free-text field; `message` is for input that is no text. */
export const writtenText = (message?: string) =>
  z.string(message).check(
    z.overwrite((text) => text.replace(CONTROLS, '')),
    z.trim(),
  )
