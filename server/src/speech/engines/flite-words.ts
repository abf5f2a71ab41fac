import { respelled } from './flite-lexicon.ts'

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
  return respelled(ascii)
}
