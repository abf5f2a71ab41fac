import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords } from '../spoken-length.ts'
import { ownUnits, whatYouHear } from './own-units.ts'

const LEFT_OUT = null

/** What people write and what the phone says, one entry per unit. */
const UNITS: [written: string, ...said: (string | null)[]][] = [
  // From the first to the second person
  ['I want to finish my thesis before the baby comes', 'you want to finish your thesis before the baby comes'],
  [
    "I'm saving up for Lisbon, so I'm taking the early shift",
    "you're saving up for Lisbon, so you're taking the early shift",
  ],
  ['Learn to cook before I move out', 'Learn to cook before you move out'],
  ['I <3 my family', 'you love your family'],
  ['1) run the dog 2) read a book', 'run the dog', 'read a book'],
  ['do 10 min. of yoga', 'do ten minutes of yoga'],
  // Typed in haste
  ['bc u can do it', 'because you can do it'],
  ['be healthy 4 my kids', 'be healthy for your kids'],
  ['leave 4 work early enough 2 see the sun', 'leave for work early enough to see the sun'],
  ['work 4 school days', 'work four school days'],
  ['go 2 the gym b4 school', 'go to the gym before school'],
  ['luv my bday trip tmrw', 'love your birthday trip tomorrow'],
  ['I want 2 kids', 'you want two kids'],
  ['walk w my dog', 'walk with your dog'],
  ['a PPL split', 'a PPL split'],
  ['read about George W Bush', 'read about George W Bush'],
  [
    "Because I'd like to see what I can do, and I've never tried",
    "Because you'd like to see what you can do, and you've never tried",
  ],
  ["Me and my dog run, and I'll keep it up by myself", "you and your dog run, and you'll keep it up by yourself"],
  ['The garden is mine now', 'The garden is yours now'],
  ['Am I a morning person? I wish!', 'are you a morning person, you wish'],
  ["I really am proud that I was early and wasn't late", "you really are proud that you were early and wasn't late"],
  ["I wasn't ready for my own shop", "you weren't ready for your own shop"],
  ['I work nights and am always tired', 'you work nights and are always tired'],
  ['I snooze and was late again', 'you snooze and were late again'],
  ['I ran and it was fun', 'you ran and it was fun'],
  ['im a dad and i dont want to miss my kids', "you're a dad and you don't want to miss your kids"],
  ['ill finally finish my book', "you'll finally finish your book"],
  ['I LIE THERE SCROLLING MY PHONE', 'you lie there scrolling your phone'],
  ['We want our house to be ready for us', 'We want our house to be ready for us'],
  // Quoted as written
  ['I want to make you proud', 'I want to make you proud'],
  ['Stop telling me your alarm is broken', 'Stop telling me your alarm is broken'],
  ['My coach says "I never quit"', 'My coach says I never quit'],
  ["'I can do it' is my motto", 'I can do it is my motto'],
  [
    'He said “I will win. I always win.” I smiled at my coach.',
    'He said I will win',
    'I always win',
    'you smiled at your coach',
  ],
  ["I can't find the boys' shoes", "you can't find the boys shoes"],
  ['Read about World War I', 'Read about World War I'],
  ['my shift in the coal mine', 'your shift in the coal mine'],
  // Cut
  ['I get up at 7 a.m. and Dr. Ames waits. Then I run', 'you get up at seven A M and Dr Ames waits', 'Then you run'],
  ['run before work; read at night\nsee my sister more', 'run before work', 'read at night', 'see your sister more'],
  [
    '1. Stretch for ten minutes\n2. Read a chapter\n- Walk the dog',
    'Stretch for ten minutes',
    'Read a chapter',
    'Walk the dog',
  ],
  ['Family. Health. Money.', 'Family, Health, Money'],
  ['Paint', 'Paint'],
  [
    'I want to be there when my daughter wakes up because I have missed so many of her mornings and I promised her that this year would be different',
    'you want to be there when your daughter wakes up',
    'because you have missed so many of her mornings',
    'you promised her that this year would be different',
  ],
  [
    'I want to walk the whole Camino de Santiago with my sister in the spring of next year without having to stop every hour for a long rest',
    'you want to walk the whole Camino de Santiago with your sister in the spring of next year',
    'without having to stop every hour for a long rest',
  ],
  // As spoken
  ['exam at 9, room 204', 'exam at nine, room two oh four'],
  ['Flight LH204 at 9am from gate 12', 'Flight LH two oh four at nine A M from gate twelve'],
  ['bus 204 leaves at 6:05, platform 3', 'bus two oh four leaves at six oh five, platform three'],
  ['be up by 9:30 and at 10:00 AM in CS101', 'be up by nine thirty and at ten A M in CS one oh one'],
  ['run 5k 2x a week, then 10km', 'run five K twice a week, then ten kilometers'],
  ['1/2 hour of yoga, 50% less phone', 'half hour of yoga, fifty percent less phone'],
  ['be there for the kids 24/7', 'be there for the kids twenty-four seven'],
  ['save $20/day for 1½ years', 'save twenty dollars a day for one and a half years'],
  ['finish by 3/5, or on 2027-05-03', 'finish by the third of May, or on the third of May twenty twenty-seven'],
  [
    'move on 1/2 after 10km, 8/10 days done',
    'move on the first of February after ten kilometers, eight out of ten days done',
  ],
  ['the 1st and the 22nd of the month', 'the first and the twenty-second of the month'],
  ['5-10 pages between 6-8am', 'five to ten pages between six to eight A M'],
  ['read and/or write w/ coffee + music', 'read and or write with coffee plus music'],
  ['weigh pros/cons & rest @ home', 'weigh pros or cons and rest at home'],
  ['be #1 on the team #goals', 'be number one on the team hashtag goals'],
  ['sooooo tired 😴😴 of being late :(', 'so tired of being late'],
  ['I want to sleeeep like a baby', 'you want to sleep like a baby'],
  ['NASA visit in my 20s', 'nasa visit in your twenties'],
  ['write 1,500 words a day', 'write one thousand five hundred words a day'],
  ['<break time="3s"/>go for it</speak> {time}', 'go for it time'],
  ['early yoga on the tennis court', 'early yoga on the tennis court'],
  ['bench press 100kg by May', 'bench press one hundred kilos by May'],
  ["I'm dead tired and sick of being late", "you're dead tired and sick of being late"],
  ['drinking more water, weeding the garden', 'drinking more water, weeding the garden'],
  ['I never wake up on time', 'you never wake up on time'],
  ['Walk with Anna and Joe', 'Walk with Anna and Joe'],
  // Left out
  ['I love my job. I hate mornings', 'you love your job', LEFT_OUT],
  ['be a better dad since the divorce', LEFT_OUT],
  ['I have a court date', LEFT_OUT],
  ['show my ex how well I do', LEFT_OUT],
  ['I just want to die', LEFT_OUT],
  ['I hope I never wake up again', LEFT_OUT],
  ['my mom passed away last spring', LEFT_OUT],
  ['since I lost my dad I sleep badly', LEFT_OUT],
  ['chemo makes me slow', LEFT_OUT],
  ['my depression is worse at dawn', LEFT_OUT],
  ['take my meds on time', LEFT_OUT],
  ['stop drinking on weeknights', LEFT_OUT],
  ['lose 10 kg before summer', LEFT_OUT],
  ['lose 10kg before summer', LEFT_OUT],
  ['run 10 kms a day', 'run ten kilometers a day'],
  ['kill the interview', 'kill the interview'],
  ['physical therapy at 7', 'physical therapy at seven'],
  ['n/a', LEFT_OUT],
  ['None.', LEFT_OUT],
  ['after my burnout', LEFT_OUT],
  ["because I'm fat and lazy", LEFT_OUT],
  ['my boss is an idiot', LEFT_OUT],
  ['get my shit together', LEFT_OUT],
  ['no more f*cking around', LEFT_OUT],
  ['my number is 555 123-4567', LEFT_OUT],
  ['see me at 12 Main Street', LEFT_OUT],
  ['mail sam@home.example or www.home.example', LEFT_OUT],
  ['read https://blog.example/why every day', LEFT_OUT],
  ['my wifi password is hunter', LEFT_OUT],
  ['press 9 to win a prize', LEFT_OUT],
  ['call mom at 7', LEFT_OUT],
  ['dial one now', LEFT_OUT],
  ['早起き', LEFT_OUT],
  ['Пробежать 5 км', LEFT_OUT],
  ['Einen Job finden, пробежать 5 км, now and 早起き', 'Einen Job finden', LEFT_OUT, LEFT_OUT],
  ['See Анна before 7', LEFT_OUT],
  ['Bake 3 cakes (торты): one for Ann', 'Bake three cakes', LEFT_OUT, 'one for Ann'],
  ['5 km laufen – über eine Brücke', 'five kilometers laufen, über eine Brücke'],
  ['write 1,500 words – про π, then π r', 'write one thousand five hundred words', LEFT_OUT, 'then pi r'],
  ['???', LEFT_OUT],
  // What only one rule, or a part of it, reads
  ['12,34,567 steps', 'twelve lakh thirty-four thousand five hundred sixty-seven steps'],
  ['read P. 5, Pp. 6 and p. 7 and pp. 8-9', 'read page five, pages six and page seven and pages eight to nine'],
  ['I’m up early', "you're up early"],
  ['no more f**king around', LEFT_OUT],
  ['meet at 1200 elm street', LEFT_OUT],
  ['meet me at 12b Oak Street', LEFT_OUT],
  ['meet me at 12 Oak Tree Lane', LEFT_OUT],
  ['Run 3 Main Streets', 'Run three Main Streets'],
  ['wohne Hauptstraße 12', LEFT_OUT],
  ['read 3,1415', 'read three point one four one five'],
  ['tel 5551234567', LEFT_OUT],
  ['tel 555-123-4567', LEFT_OUT],
  ['12,345,678 steps', 'twelve million three hundred forty-five thousand six hundred seventy-eight steps'],
  ['due 2027-05-03', 'due the third of May twenty twenty-seven'],
  ['due 05.03.27', 'due the fifth of March twenty twenty-seven'],
  ['due 2027-05-03 6:30', 'due the third of May twenty twenty-seven six thirty'],
  ['get my shiiiit together', LEFT_OUT],
  ['call mom', 'call mom'],
  ['She said "go. I will wait. My turn" and I ran', 'She said go', 'I will wait', 'My turn and I ran'],
  ['I read "Dune" at night. "I quit." she said', 'I read Dune at night, I quit, she said'],
  [
    'Sleep. I want to be the first one at the gym with my friend every single day of this long week',
    'Sleep, you want to be the first one at the gym',
    'with your friend every single day of this long week',
  ],
  ["wasn't I early?", "weren't you early"],
  ['was I early?', 'were you early'],
  ["I say 'don't stop', then I run", "I say don't stop, then I run"],
  ["'cause I can, mom said 'ok'", 'cause I can, mom said ok'],
  ['run 3 500 m', 'run three five hundred meters'],
  [
    '1.234.567,89 km',
    'one million two hundred thirty-four thousand five hundred sixty-seven point eight nine kilometers',
  ],
  ['run 12 500 steps', 'run twelve thousand five hundred steps'],
  ['run 3 500 steps', 'run three thousand five hundred steps'],
  ['See Dr. Ames', 'See Dr Ames'],
  ['see Mr. Lee and Mrs. Lee', 'see Mr Lee and Mrs Lee'],
  ['ask Ms. Hill', 'ask Ms Hill'],
  ['I hate it. Run.', LEFT_OUT, 'Run'],
  ['email Prof. Kim and prof. lee', 'email Prof Kim and prof lee'],
  ['call Sam Jr. and Al Sr. at 7', LEFT_OUT],
  ['Rs. 500 or rs. 600', 'five hundred rupees or six hundred rupees'],
  ['5 in. long plank', 'five inches long plank'],
  ['up at 7 A.M. Run far', 'up at seven A M Run far'],
  ['Run.Then eat', 'Run, Then eat'],
  ['- run', 'run'],
  ['run\n5\neat', 'run, eat'],
  ['5 in. Then run', 'five in, Then run'],
  [
    'run daily for an hour and a half with a very old friend of mine but never on a rainy dull day',
    'run daily for an hour and a half with a very old friend of yours',
    'never on a rainy dull day',
  ],
  [
    'make a good breakfast for my kids and for my wife and pack the lunches before the school bus comes',
    'make a good breakfast for your kids and for your wife and pack the lunches',
    'before the school bus comes',
  ],
  [
    'run daily for an hour and a half with a very old friend of mine & never on a rainy dull day',
    'run daily for an hour and a half with a very old friend of yours',
    'never on a rainy dull day',
  ],
  [
    'run daily for an hour and a half with a very old friend of mine - never on a rainy dull day',
    'run daily for an hour and a half with a very old friend of yours',
    'never on a rainy dull day',
  ],
  [
    'run the big hill two times: once for the fast time of my life and once for the sheer joy it gives me',
    'run the big hill two times',
    'once for the fast time of your life and once for the sheer joy it gives you',
  ],
  [
    'meet the team (all ten people) one hour before the big game starts so that we can all warm up well',
    'meet the team, all ten people, one hour before the big game starts',
    'so that we can all warm up well',
  ],
  [
    'get up and get out and get going every single day this winter since I want to ski the big race',
    'get up and get out',
    'get going every single day this winter since you want to ski the big race',
  ],
  [
    '5 miles Mon, 6 miles Tue, 7 miles Wed, 8 miles Thu, 9 miles Fri, 10 miles Sat, rest Sun',
    'five miles Monday, six miles Tuesday, seven miles Wednesday, eight miles Thursday, nine miles Friday',
    'ten miles Saturday, rest Sunday',
  ],
  [
    'meet my whole running crew of nine old friends early next Saturday morning @ the park by the river',
    'meet your whole running crew of nine old friends early next Saturday morning at the park',
    'by the river',
  ],
  ['due 12/25/2027 9:00', "due the twenty-fifth of December twenty twenty-seven nine o'clock"],
  ['due 12-25-2027', 'due the twenty-fifth of December twenty twenty-seven'],
  ['save 12 345,67 €', 'save twelve thousand three hundred forty-five euros sixty-seven'],
  ['Go – бег — eat', 'Go', LEFT_OUT, 'eat'],
  ['6:30 1000 m swim', 'six thirty one thousand meters swim'],
  ['12:30 1000 m swim', 'twelve thirty one thousand meters swim'],
  ['swim 400 1,500 200 m', 'swim four hundred one thousand five hundred two hundred meters'],
  ['text me on 150 234', LEFT_OUT],
  ['text me on 412 345 650', LEFT_OUT],
  ['see Sr. Anna. She waits', 'see Sr Anna, She waits'],
  ['see Mt. Fuji', 'see Mt Fuji'],
  ['visit St. Louis with Prof. Lee vs. Mr. Day', 'visit St Louis with Prof Lee versus Mr Day'],
  ['bring milk, eggs, etc. on Sunday. Then rest', 'bring milk, eggs, et cetera on Sunday, Then rest'],
  ['bring milk, eggs, etc. Then rest', 'bring milk, eggs, et cetera, Then rest'],
  ['read vol. 2 and No. 3 and no. 4', 'read volume two and number three and number four'],
  [
    'I get up at the same time each day of the week (because my dog needs a long walk)',
    'you get up at the same time each day of the week',
    'because your dog needs a long walk',
  ],
  [
    'I want to run with my old dog every single morning of this long year in cold rain near home',
    'you want to run with your old dog every single morning of this long year',
    'in cold rain near home',
  ],
  [
    'My old coach always told me that slow runs help people build big engines they need every race day',
    'your old coach always told you that slow runs help people build big engines they need',
    'every race day',
  ],
]

describe('WAKE-33 own words', () => {
  test.each(UNITS)('%j', (written, ...said) => {
    expect(whatYouHear(written, 'day-first').units.map((unit) => unit.said)).toEqual(said)
  })
})

test('WAKE-33 the table has at least 60 units', () => {
  expect(UNITS.flatMap(([, ...said]) => said).length).toBeGreaterThanOrEqual(60)
})

test("WAKE-33 'What you'll hear' equals what the phone says, each unit once", () => {
  const texts = UNITS.map(([written]) => written)
  const shown = texts.flatMap((text) => whatYouHear(text, 'month-first').units.flatMap(({ said }) => said ?? []))
  expect(ownUnits([null, '', ...texts, ...texts], 'month-first')).toEqual([...new Set(shown)])
})

test.each([
  ['kms', true],
  ['I run 10 kms a day', false],
  ['I want to unalive', true],
  ['Some days there is no reason to live.\nRun more.', true],
  ['su\u200bicide', true],
  ['sometimes I cut myself', true],
  ["I can't go on", true],
  ["I don't see the point of living", true],
  ["I'm sick of living", true],
  ["I'm sick of living with my parents", false],
  ['I am cutting myself some slack', false],
  ['I want to be up before my kids', false],
  ["I don't want to wake up early", false],
])('WAKE-33 %j mentions self-harm: %s', (text, mentionsSelfHarm) => {
  expect(whatYouHear(text, 'day-first').mentionsSelfHarm).toBe(mentionsSelfHarm)
})

test('WAKE-33 leaving out grief drops the rest of a long sentence; leaving out a complaint does not', () => {
  const heard = (text: string) => whatYouHear(text, 'day-first').units.map(({ said }) => said)
  const start = 'I want to finish the boat that stands behind our old house by the lake'
  expect(heard(`${start}, because my brother died before it was done.`)).toEqual([null, null])
  expect(heard(`${start}, because I hate to see it in the rain every day.`)).toEqual([
    'you want to finish the boat that stands behind our old house by the lake',
    null,
  ])
})

test('WAKE-33 of more than 12 sentences, the shortest neighbors are joined, and the last ones left out if none fit', () => {
  const heard = (sentences: string[]) => whatYouHear(sentences.join('. '), 'day-first').units
  const sets = (end: string) => Array.from({ length: 13 }, (_, index) => `Do set ${index + 1} ${end}`)
  const short = sets('at the gym').with(6, 'Eat a banana').with(7, 'Drink some water')
  const units = heard([...short, 'I hate stairs'])
  expect(units.filter(({ said }) => said !== null)).toHaveLength(12)
  expect(units.slice(5, 8)).toEqual([
    { written: 'Do set 6 at the gym', said: 'Do set six at the gym' },
    { written: 'Eat a banana. Drink some water', said: 'Eat a banana, Drink some water' },
    { written: 'Do set 9 at the gym', said: 'Do set nine at the gym' },
  ])
  expect(heard(short.slice(1))).toHaveLength(12)
  const long = heard(['I hate stairs', ...sets('at the gym with our old friend Sam')])
  expect(long.map(({ said }) => said === null)).toEqual([true, ...Array<boolean>(12).fill(false), true])
  expect(long.at(-1)?.written).toBe('Do set 13 at the gym with our old friend Sam')
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 500 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...'I me my myself am was run 5k 25000 6:30 3/5 1/2 99-100 <b> </b> 2027-05-03 $20 and but, go. 😀 "'.split(
            ' ',
          ),
        ),
        fc.string({ maxLength: 12 }),
        fc.nat().map(String),
      ),
      { maxLength: 80 },
    )
    .map((words) => words.join(' ').slice(0, 500)),
)
const order = fc.constantFrom('day-first', 'month-first')

test('WAKE-33 WAKE-2 any input yields short units of plain words, without digits or symbols', () => {
  let heard = 0
  fc.assert(
    fc.property(text, order, (written, dates) => {
      const said = ownUnits([written], dates)
      heard += said.length
      expect(said.length).toBeLessThanOrEqual(12)
      for (const unit of said) {
        expect(unit).toMatch(/^[\p{L}][\p{Script=Latin} ,'-]*$/u)
        expect(unit).not.toMatch(/\s\s|,,|[ ,'-]$/)
        expect(countWords(unit)).toBeLessThanOrEqual(18)
      }
    }),
    { numRuns: 600 },
  )
  expect(heard).toBeGreaterThan(50) // or the property checked nothing
})

const BENIGN =
  'I want to run more often my garden needs work early every day we walk by the lake because she sings before lunch so that our friends can see it and but me myself in spring with coffee until noon'.split(
    ' ',
  )
const benignText = fc
  .array(fc.tuple(fc.constantFrom(...BENIGN), fc.constantFrom('', '', '', '', '', ',', '.', ';', '\n', '!')), {
    minLength: 3,
    maxLength: 90,
    size: 'max',
  })
  .map((words) => words.map(([word, sign]) => word + sign).join(' '))
  .filter((written) => written.length <= 500)

test('WAKE-32 WAKE-33 all words of a text of up to 500 characters are spoken, in the second person', () => {
  const spoken: Record<string, string> = { i: 'you', me: 'you', my: 'your', myself: 'yourself' }
  const plain = (words: string) =>
    (words.toLowerCase().match(/[a-z']+/g) ?? []).filter((word) => !/^(?:and|but)$/.test(word))
  let long = 0
  fc.assert(
    fc.property(benignText, order, (written, dates) => {
      if (written.length > 300) long++
      const units = whatYouHear(written, dates).units
      const heard = units.map(({ said }) => said ?? '')
      expect(plain(heard.join(' '))).toEqual(plain(written).map((word) => spoken[word] ?? word))
    }),
    { numRuns: 100 },
  )
  expect(long).toBeGreaterThan(20)
})
