/** From calm to commanding. The specification gives the ids; everything else is invented. */
export const VOICE_IDS = ['lily', 'bill', 'liam', 'todd-thomas', 'radio-station', 'jocko'] as const
export type VoiceId = (typeof VOICE_IDS)[number]

/** The voice of somebody who hasn't chosen one. */
export const SUGGESTED_VOICE: VoiceId = 'bill'

/** One that only a newer version has, after a rollback or during a rolling update, becomes the suggested one. */
export const knownVoice = (voice: string): VoiceId => VOICE_IDS.find((id) => id === voice) ?? SUGGESTED_VOICE

export type VoiceProfile = {
  voiceId: VoiceId
  name: string
  category: string
  personalityTrait: string
  /** A sentence in the voice's style, shown beside its portrait. */
  line: string
  /** The text of the preview clip, about ten seconds long. */
  preview: string
}

/** Shown where voices are chosen, in the FAQ and in the terms. */
export const VOICE_DISCLAIMER =
  "These are computer-generated voices of made-up characters. They're not the real people they may remind you of, and nobody real endorses them."

/** The tag of a voice without a trait of its own. */
export const DEFAULT_TRAIT = 'Motivational'

/** Fictional people. No name or line may suggest a real person, whatever the id or category brings to mind. */
export const VOICES: Record<VoiceId, VoiceProfile> = {
  lily: {
    voiceId: 'lily',
    name: 'Lily',
    category: 'Wellness & Mindfulness Guide',
    personalityTrait: 'Calm',
    line: "Let your feet find the floor. There's no hurry.",
    preview:
      "Reveille. This is Lily. You asked to be woken for this. I'm glad you did. " +
      'If you feel heavy, take one long breath, and let your shoulders go. Then let your feet find the floor.',
  },
  bill: {
    voiceId: 'bill',
    name: 'Bill Next Door',
    category: 'Dry Wit & Patience',
    personalityTrait: 'Patient',
    line: "You've got something to get up for. The bed's only got you.",
    preview:
      "Reveille. It's Bill, from next door. The clock can't do this for you. It's got the wrong hands. " +
      "If you're slow, put one sock on. The other hates being left out. Then go see about the coffee.",
  },
  liam: {
    voiceId: 'liam',
    name: 'Liam',
    category: 'Clear-Headed Everyday Guide',
    personalityTrait: 'Steady',
    line: 'If it feels hard, make it smaller. Sitting up can be the whole task.',
    preview:
      "Reveille. This is Liam. You had a good reason for picking this time, and it's still a good reason. " +
      'If it feels hard, make it smaller. First thing: sit up, and put both feet on the floor.',
  },
  'todd-thomas': {
    voiceId: 'todd-thomas',
    name: 'Coach Teo',
    category: 'Energy & Momentum Coach',
    personalityTrait: 'Energetic',
    line: 'You picked this hour, champ. I just brought the whistle!',
    preview:
      'Reveille! Coach Teo here! You picked this hour, champ. I just brought the whistle! ' +
      "If you're stuck, shrink the play. Big toe first, then the rest! Now walk to the door and tag it. That's a point!",
  },
  'radio-station': {
    voiceId: 'radio-station',
    name: 'First Light Radio',
    category: 'Morning Radio Host',
    personalityTrait: 'Upbeat',
    line: "The show can't open without its star, and that's you.",
    preview:
      'Reveille! This is First Light Radio. You called in for this, and we never forget a request. ' +
      'If the show feels too big, only do the opening. Roads are clear from bed to bathroom, so swing those feet out!',
  },
  jocko: {
    voiceId: 'jocko',
    name: 'The Sergeant',
    category: 'Navy SEAL & Leadership Expert',
    personalityTrait: 'Commanding',
    line: 'You gave the order yourself. Carry it out.',
    preview:
      'Reveille. Sergeant here. You gave the order yourself. Carry it out. ' +
      "If the bed starts to bargain, don't answer it. Sit up. Left foot. Right foot. Light on. Good. Carry on.",
  },
}

/** The category on screen. The specified one of the Sergeant claims a credential, which no made-up character has. */
export const shownCategory = ({ voiceId, category }: { voiceId: VoiceId; category: string }): string =>
  voiceId === 'jocko' ? 'Drill Instructor' : category
