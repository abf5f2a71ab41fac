import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import type { Icon } from '../../ui/icons/icons.tsx'
import {
  BatteryLow,
  BookOpen,
  CloudFog,
  Dumbbell,
  Flower2,
  ListChecks,
  MoonStar,
  Palette,
  AlarmClockOff,
} from '../../ui/icons/option-icons.tsx'
import { Ellipsis } from '../../ui/icons/page-icons.tsx'

export type Option = { description: string; tips: string; example: string; Icon: Icon }

export const GOAL_OPTIONS: Record<Goal, Option> = {
  exercise: {
    description: 'Move before the day moves you.',
    tips: 'Lay your gear out the night before.',
    example: 'Shoes on, out the door, ten minutes.',
    Icon: Dumbbell,
  },
  productivity: {
    description: "Do what matters while it's quiet.",
    tips: 'Choose one task the night before, not a list.',
    example: 'One page before the first message.',
    Icon: ListChecks,
  },
  study: {
    description: 'Learn while your head is clear.',
    tips: 'Leave the book open to the right page.',
    example: 'Chapter four, twenty minutes.',
    Icon: BookOpen,
  },
  meditation: {
    description: 'Begin before the noise does.',
    tips: 'Put the cushion beside your bed.',
    example: 'Ten slow breaths by the window.',
    Icon: Flower2,
  },
  creative: {
    description: 'Write, draw or play before anyone needs anything.',
    tips: "Leave something half-finished. It's easier to pick up.",
    example: 'Three lines in the sketchbook.',
    Icon: Palette,
  },
  other: {
    description: "Your own reason. We'll mention it in the call.",
    tips: "Tell a friend what you're getting up for.",
    example: 'Walk the dog before the street wakes up.',
    Icon: Ellipsis,
  },
}

export const STRUGGLE_OPTIONS: Record<Struggle, Option> = {
  tired: {
    description: 'Planned seven hours, got five.',
    tips: 'Put a glass of water beside your bed.',
    example: 'Lamp on, glass of water, then the shower.',
    Icon: BatteryLow,
  },
  lack_of_motivation: {
    description: 'The bed makes the better offer.',
    tips: "Pick the one small thing you'll do first.",
    example: 'Just stand at the window for a minute.',
    Icon: CloudFog,
  },
  snooze: {
    description: 'Five more minutes, seven times.',
    tips: 'Leave your phone where you have to stand up to answer it.',
    example: 'One snooze, then both feet on the floor.',
    Icon: AlarmClockOff,
  },
  stay_up_late: {
    description: 'The evening always wins.',
    tips: 'Set a time to stop, too.',
    example: 'Up at the same time on Saturday, too.',
    Icon: MoonStar,
  },
  other: {
    description: 'Whatever keeps you in bed, in your own words.',
    tips: 'Write down one thing that would help.',
    example: 'The cat is asleep on my feet.',
    Icon: Ellipsis,
  },
}
