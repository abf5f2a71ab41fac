import { MOST_SNOOZES } from '@reveille/core/calls/next-step'
import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import { numberInWords } from '@reveille/core/time/duration'
import type { Icon } from '../../ui/icons/drawing.tsx'
import {
  BatteryLow,
  BookOpen,
  CloudFog,
  Dumbbell,
  Ellipsis,
  Flower2,
  ListChecks,
  MoonStar,
  Palette,
  AlarmClockOff,
} from '../../ui/icons/option-icons.tsx'

export type Option = { title: string; description: string; tips: string; example?: string; Icon: Icon }

/** PREF-2. */
export const GOAL_OPTIONS: Record<Goal, Option> = {
  exercise: {
    title: 'Exercise',
    description: 'Move before the day moves you.',
    tips: 'Works best with clothes laid out the evening before.',
    example: 'Shoes on, out of the door, ten minutes.',
    Icon: Dumbbell,
  },
  productivity: {
    title: 'Productivity',
    description: 'The important thing first, while it is quiet.',
    tips: 'Name one task at night, not a list.',
    example: 'One page before the first message.',
    Icon: ListChecks,
  },
  study: {
    title: 'Study',
    description: 'Learn with a fresh head.',
    tips: 'Leave the book open at the right page.',
    example: 'Chapter four, twenty minutes.',
    Icon: BookOpen,
  },
  meditation: {
    title: 'Meditation',
    description: 'Begin before the noise does.',
    tips: 'Sit up in bed first; the cushion comes second.',
    example: 'Ten slow breaths by the window.',
    Icon: Flower2,
  },
  creative: {
    title: 'Creative work',
    description: 'Write, draw, play, before anyone asks for anything.',
    tips: 'Stop in the middle the day before: starting is easier there.',
    example: 'Three lines in the sketchbook.',
    Icon: Palette,
  },
  other: {
    title: 'Something else',
    description: 'Your own reason. The call will speak of it.',
    tips: 'Say it as you would to a friend.',
    Icon: Ellipsis,
  },
}

/** PREF-3. */
export const STRUGGLE_OPTIONS: Record<Struggle, Option> = {
  tired: {
    title: 'I am still tired',
    description: 'Seven hours were planned, five happened.',
    tips: 'Light and a glass of water beat willpower.',
    Icon: BatteryLow,
  },
  lack_of_motivation: {
    title: 'I see no point in getting up',
    description: 'The bed makes the better offer.',
    tips: 'The call names one small, concrete first step.',
    Icon: CloudFog,
  },
  snooze: {
    title: 'I snooze',
    description: 'Five more minutes, seven times.',
    tips: `A voice is harder to swipe away. You get ${numberInWords(MOST_SNOOZES)} snoozes at most, fewer if you like.`,
    Icon: AlarmClockOff,
  },
  stay_up_late: {
    title: 'I stay up late',
    description: 'The evening always wins.',
    tips: 'Getting up at the same time moves bedtime by itself.',
    Icon: MoonStar,
  },
  other: {
    title: 'Something else',
    description: 'What keeps you in bed, in your words.',
    tips: 'The call will take it seriously.',
    Icon: Ellipsis,
  },
}
