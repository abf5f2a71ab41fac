import { expect, test } from 'vitest'
import { fliteWords } from './flite-words.ts'

test.each([
  ['José Łukasz Weiß', 'Jose Lukasz Weiss'],
  ['Reveille for Ada.', 'Revelly for Ada.'],
  ['<b>[[x]]{y}', 'b x y'],
  ['学习 🙂', ''],
  ['run two kilometres, drink a litre', 'run two kilometers, drink a liter'],
  ['Read one page.', 'reed one page.'],
  ["Those books won't read themselves.", "Those books won't reed themselves."],
  ["I'm only reading what you wrote:", "I'm only reeding what you wrote:"],
  ["the book I've read", "the book I've red"],
  ['I have already read it', 'I have already red it'],
  ['what I read last night', 'what I red last night'],
  ['the reader is already ready', 'the reader is already ready'],
  ['lead the team and take the lead', 'leed the team and take the leed'],
  ['a lead pipe, misleading', 'a led pipe, misleading'],
  ['I want to live by the sea', 'I want to liv by the sea'],
  ['First Light Radio, live for one listener.', 'First Light Radio, lyve for one listener.'],
  ['Live and on time: First Light Radio!', 'lyve and on time: First Light Radio!'],
  ["You're live on First Light Radio.", "You're lyve on First Light Radio."],
  ['You passed the first round live on air.', 'You passed the first round lyve on air.'],
  ['make our lives better', 'make our lyves better'],
  ['Niamh, Aoife, Ciara and Saoirse', 'Neev, Eefa, Keera and Sursha'],
  ['Nguyen, Aisha and Xin', 'Win, Eye eesha and Shin'],
  ['Meiling, Xinyi and Ciaran at the microphone', 'Meiling, Xinyi and Ciaran at the microphone'],
  ['ten metres, a litre', 'ten meters, a liter'],
  ['a live show, two live shows, a live concert', 'a lyve show, two lyve shows, a lyve concert'],
  ['yoghurts, cosy pilates, quinoa', 'yogurts, cozy pilahteez, keenwah'],
  ['save lives, nine lives, he lives here', 'save lyves, nine lyves, he lives here'],
  ["we'll live, I always live, go live, it's live music", "we'll liv, I always liv, go lyve, it's lyve music"],
  ['had just read, was read, well read, it reads', 'had just red, was red, well red, it reeds'],
  ['I read it in bed. It was last year.', 'I reed it in bed. It was last year.'],
  ['Siobhan and Mei on the mic', 'Shivawn and May on the mike'],
])('CALL-6 the embedded engine reads %s as %s', (text, read) => {
  expect(fliteWords(text)).toBe(read)
})
