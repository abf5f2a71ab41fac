import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calledName, spokenName } from './spoken-name.ts'

/** Full names, and what calls say. */
const NAMES: [written: string, said: string][] = [
  ['Samantha Reed', 'Samantha'],
  ['Zoë O´Hara-Lund', 'Zoë'],
  ['4 Ada4Ever <b>', 'Ada'],
  ["Ada'- b", 'Ada'],
  ['—Ada 🙂', 'Ada'],
  ['Ana & Ben', 'Ana'],
  ['ada.lovelace', 'ada'],
  ['Mary Ann Lee', 'Mary'],
  ['Jean Paul', 'Jean'],
  // Apostrophes
  ["O'Hara-Lund Zoë", "O'Hara-Lund"],
  ['Kaʻiulani Kealoha', "Ka'iulani"],
  ['Ka‘iulani', "Ka'iulani"],
  ['Oʼneil Smith', "O'neil"],
  ['D’Arcy Jones', "D'Arcy"],
  ["N'Golo Kanté", "N'Golo"],
  ['Shaʿban Ali', "Sha'ban"],
  ['ʿAli Hassan', 'Ali'],
  ['Haꞌapai', "Ha'apai"],
  // Dashes
  ['Anne‑Marie Dubois', 'Anne-Marie'],
  ['Anne‐Marie Dubois', 'Anne-Marie'],
  ['José–María Ruiz', 'José-María'],
  ['Anna-Maria-Luise Kern', 'Anna-Maria'],
  ['Maria-de-los-Angeles Ruiz', 'Maria'],
  ['Abd al-Rahman Saleh', 'Abd al-Rahman'],
  // Letters and marks
  ['Zoe\u0308', 'Zoë'],
  ['Nguyễn Văn An', 'Nguyễn'],
  ['Nguye\u0302\u0303n', 'Nguyễn'],
  ['Ṣẹ\u0300gun Adé', 'Ṣẹ\u0300gun'],
  ['İpek Yılmaz', 'İpek'],
  ['Þóra Ágústsdóttir', 'Þóra'],
  ['Gal·la Puig', 'Galla'],
  ['Ｊｏｈｎ Ｓｍｉｔｈ', 'John'],
  ['Zo\u00adë\u200b', 'Zoë'],
  ['Anna\u00a0Maria', 'Anna'],
  // Long ones
  [`${'A'.repeat(19)}-Beth`, 'A'.repeat(18)],
  ['Konstantina-Maximiliana Kern', 'Konstantina'],
  // Titles
  ['Dr. Zoë', 'Dr Zoë'],
  ['Dr. Smith', 'Dr Smith'],
  ['Dr.Smith', 'Dr Smith'],
  ['Mrs Smith', 'Mrs Smith'],
  ['Mr. T', 'Mr T'],
  ['Dr. Jane Smith', 'Jane'],
  ['Prof. Dr. Müller', 'Prof Müller'],
  ['Frau Dr. Anna Müller', 'Anna'],
  ['Sir Ian McKellen', 'Ian'],
  ['Smt. Lakshmi Devi', 'Lakshmi'],
  ['Sra. Ana García', 'Ana'],
  ['Sr. García', 'Sr García'],
  ['M. Jean Dupont', 'Jean'],
  ['Mr. and Mrs. Smith', 'Mr Smith'],
  ['Dr. J. Smith', 'Dr Smith'],
  ['Dr. Ma', 'Dr Ma'],
  ['Dr.', ''],
  // The last name first
  ['Smith, John', 'John'],
  ['Smith, Dr. John', 'John'],
  ['Smith, Jr., John', 'John'],
  ['de la Cruz, María José', 'María'],
  ['Ma, Yo-Yo', 'Yo-Yo'],
  ['Smith, J. R.', 'J R'],
  ['Smith, Dr.', 'Smith'],
  // Suffixes
  ['John Smith, Jr.', 'John'],
  ['John Smith, PhD', 'John'],
  ['John Smith, M.D., Ph.D.', 'John'],
  ['Dr. Smith III', 'Dr Smith'],
  ['Smith III', 'Smith'],
  ['Vi', 'Vi'],
  ['JD', 'JD'],
  // Initials and short forms
  ['A. J. Finch', 'A J'],
  ['J.R. Smith', 'J R'],
  ['JR Smith', 'JR'],
  ['J.-P. Dupont', 'J P'],
  ['J. Smith', 'J Smith'],
  ['J.', 'J'],
  ['F. Scott Fitzgerald', 'Scott'],
  ['Md. Rahim', 'Rahim'],
  ['Ma. Cristina Reyes', 'Cristina'],
  ['Ng Wei', 'Ng'],
  // Particles
  ['de la Cruz', 'de la Cruz'],
  ['van der Berg', 'van der Berg'],
  ['Dr. van der Berg', 'van der Berg'],
  ['van den Wijngaard-Kuipers', 'Wijngaard-Kuipers'],
  ['Dr. de Souza', 'Dr de Souza'],
  ['Van Morrison', 'Van'],
  ['Ludwig van Beethoven', 'Ludwig'],
  ['Abdul Rahman Khan', 'Abdul Rahman'],
  ['St. John Smith', 'St John'],
  ["'t Hooft", "'t Hooft"],
  // Nicknames, and other scripts
  ['Robert "Bob" Smith', 'Robert'],
  ['“Bob” Smith', 'Bob'],
  ['Ada Lovelace (she/her)', 'Ada'],
  ['王伟 (Wei)', 'Wei'],
  ['王伟', ''],
  ['Аnna', ''], // The first letter is Cyrillic.
  ['Wei王', ''],
  ['김민수', ''],
]

test.each(NAMES)('WAKE-1 %j is called %j', (written, said) => {
  expect(spokenName(written)).toBe(said)
})

test('WAKE-1 from any name only whole words are spoken', () => {
  const letters = fc.constantFrom(
    ...'abçđéİñøß',
    'e\u0302\u0323',
    "'",
    'ʻ',
    '’',
    '-',
    '‑',
    '.',
    ',',
    'Ж',
    '伟',
    '7',
    '"',
    '(',
  )
  const word = fc.string({ unit: letters, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.constantFrom('Dr.', 'van', 'Jr.', 'Md.')), { maxLength: 5 }), (words) => {
      const said = spokenName(words.join(' '))
      expect(said).toMatch(/^$|^'?\p{L}[\p{Script=Latin}\p{M}' -]*[\p{L}\p{M}]$|^\p{L}$/u)
      expect(said.replaceAll(' ', '').length).toBeLessThanOrEqual(18)
    }),
  )
})

test.each([
  ['Samantha Reed', null, 'Samantha'],
  ['Samantha Reed', 'Sam', 'Sam'],
  ['Samantha Reed', ' Doctor  Sam ', 'Doctor Sam'],
  ['Siobhan', 'Shuh-vawn', 'Shuh-vawn'],
  ['Samantha Reed', 'Her Royal Highness Sam', 'Her'],
  ['Samantha Reed', 'Maximiliana Konstantina', 'Maximiliana'],
  ['Samantha Reed', '<break/> 🙂 7', 'break'],
  ['Samantha Reed', '🙂 777', 'Samantha'],
  ['王伟', 'Wei', 'Wei'],
  ['Samantha Reed', 'Dr. Sam', 'Dr Sam'],
  ['Samantha Reed', 'Kaʻiulani', "Ka'iulani"],
  ['Samantha Reed', 'van der Berg', 'van der Berg'],
  ['Samantha Reed', 'Вова', 'Samantha'],
  ['王伟', null, ''],
])('ACCT-1 WAKE-1 %j with the spoken name %j is called %j', (name, spokenName, called) => {
  expect(calledName({ name, spokenName })).toBe(called)
})
