const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** Words that the engine's dictionary has wrong, respelled so that it says them right. */
const RESPELLED: readonly (readonly [RegExp, string])[] = [[/\breveille\b/gi, 'Revelly']]

/** The embedded engine knows ASCII only: José becomes Jose, and letters without a counterpart are left out. */
export function fliteWords(text: string): string {
  const ascii = text
    .replace(/[ßæÆœŒøØłŁđĐðÐþÞı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/[’‘]/g, "'")
    .replace(/[^\x20-\x7e]/g, (char) => (/\p{M}/u.test(char) ? '' : ' '))
    .replace(/[<>[\]{}]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return RESPELLED.reduce((words, [wrong, right]) => words.replace(wrong, right), ascii)
}
