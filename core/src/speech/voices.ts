/** The six voices, from calm to commanding. The specification gives the ids; everything else is invented. */
export const VOICE_IDS = ['lily', 'bill', 'liam', 'todd-thomas', 'radio-station', 'jocko'] as const
export type VoiceId = (typeof VOICE_IDS)[number]

export type VoiceProfile = {
  voiceId: VoiceId
  name: string
  category: string
  personalityTrait: string
  /** One sentence in the voice's own style, shown beside the portrait. */
  line: string
  /** The text of the preview clip: about ten seconds. */
  preview: string
}

/** PREF-6: shown where voices are chosen, in the FAQ and in the terms. */
export const VOICE_DISCLAIMER =
  'This is a computer-generated voice. Voices are fictional and not affiliated with or endorsed by any person.'

/** The tag of a voice without a trait of its own (PREF-4). */
export const DEFAULT_TRAIT = 'Motivational'

/** Fictional people: no name, category or line may suggest a real person (PREF-6), whatever the id recalls. */
export const VOICES: Record<VoiceId, VoiceProfile> = {
  lily: {
    voiceId: 'lily',
    name: 'Lily',
    category: 'Wellness & Mindfulness Guide',
    personalityTrait: 'Calm',
    line: 'No hurry. One breath, then one foot on the floor.',
    preview:
      'Reveille. This is Lily. There is no hurry. Take one slow breath with me. ' +
      'Now put one foot on the floor. The morning can begin gently, and it still begins.',
  },
  bill: {
    voiceId: 'bill',
    name: 'Bill Next Door',
    category: 'Dry Wit & Patience',
    personalityTrait: 'Patient',
    line: 'I have never met a pillow that finished a day for anybody.',
    preview:
      'Reveille. It is Bill, from next door. I have never met a pillow that finished a day for anybody. ' +
      'So up you get. The kettle is waiting, and it is a better listener than I am.',
  },
  liam: {
    voiceId: 'liam',
    name: 'Liam',
    category: 'Clear-Headed Everyday Guide',
    personalityTrait: 'Steady',
    line: 'Good morning. Here is the plan, and here is the first step.',
    preview:
      'Reveille. This is Liam. Good morning. Here is the plan, and here is the first step. ' +
      'Sit up, put both feet on the floor, and switch on the light. The rest of the day can wait for that.',
  },
  'todd-thomas': {
    voiceId: 'todd-thomas',
    name: 'Coach Teo',
    category: 'Energy & Momentum Coach',
    personalityTrait: 'Energetic',
    line: 'Up, up, up! First move wins the morning.',
    preview:
      'Reveille! Coach Teo here. Up, up, up! First move wins the morning. ' +
      'Shake out your hands, roll those shoulders, and stand tall. That is one point to you already. Let us go and get the next one!',
  },
  'radio-station': {
    voiceId: 'radio-station',
    name: 'First Light Radio',
    category: 'Morning Radio Host',
    personalityTrait: 'Upbeat',
    line: 'You are live on your own morning show, and the first guest is you.',
    preview:
      'Reveille! This is First Light Radio. You are live on your own morning show, and the first guest is you. ' +
      'Coming up: a glass of water, a bright window, and a day that starts on time. Stay with us!',
  },
  jocko: {
    voiceId: 'jocko',
    name: 'The Sergeant',
    category: 'Discipline & Early Starts',
    personalityTrait: 'Commanding',
    line: 'Feet on the floor. Now. The day is yours to take.',
    preview:
      'Reveille. This is the Sergeant. Feet on the floor. Now. Stand up. Good. ' +
      'Light on. Water. Move. The plan was made last night, and it is a good plan. Carry it out.',
  },
}
