/** Beginnings of words that no written part of a wake-up call may hold. Better one message too few than one of these. */
const BEGINNINGS = [
  // What is done with a telephone or an account is for our own template to say.
  'press dial digit keypad hang call caller phone number text message email password passcode code verif account login bank card credit money dollar euro pay buy price send transfer gift click link website internet download address dot slash http www',
  // Health and harm: nobody examined this person.
  'doctor medic pills dose drug diagnos cure therap symptom disease depress anxi suicid kill die dying dead death harm hurt cut bleed jump weapon gun knife blood alcohol drink-driv drunk cigar smok vape fat calorie diet fast starv',
  // Insult, guilt and threat do not wake anybody well.
  'stupid idiot lazy loser pathetic worthless useless weak fail shame guilt disappoint hate hell damn crap shit fuck bitch bastard punish threat warn must-or-else ugly dumb moron',
  'sex porn naked nude erot god jesus allah satan vote election president politic war nazi terror race racist',
  // A voice is nobody: it claims no name, no life and no machine either.
  'jocko willink todd thomas seal navy robot ai openai model assistant language prompt instruction ignore system json role persona human myself my i',
]

const UNFIT = BEGINNINGS.flatMap((line) => line.split(' '))
/** Too short to be taken as a beginning: 'die' is not 'diet', and 'i' not 'it'. */
const WHOLE_WORDS = new Set(
  'i my ai dot text die dead cut jump call code link card pay buy god war race fat fast hell send seal navy weak fail harm role my gun hurt'.split(
    ' ',
  ),
)

export const UNFIT_WORDS = new RegExp(
  `\\b(?:${UNFIT.map((word) => (WHOLE_WORDS.has(word) ? `${word}${word.length > 2 ? '(?:s|ed|ing)?' : ''}\\b` : word)).join('|')})|\\bI'`,
  'i',
)
