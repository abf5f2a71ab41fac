import * as z from 'zod/mini'

/** They come along when text is pasted, and a database keeps no NUL; tabs and line ends are text. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** A field that people write in words of their own; `message` is for what is no text at all. */
export const writtenText = (message?: string) =>
  z.string(message).check(
    z.overwrite((text) => text.replace(CONTROLS, '')),
    z.trim(),
  )
