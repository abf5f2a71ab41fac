import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import { icon, type Icon } from '../../ui/icons/icons.tsx'
import { Ellipsis } from '../../ui/icons/page-icons.tsx'

// Icons of goals and struggles. Drawn by Lucide: see ui/icons/LICENSE.

const AlarmClockOff = icon(
  'M6.87 6.87a8 8 0 1 0 11.26 11.26 M19.9 14.25a8 8 0 0 0-9.15-9.15 M22 6l-3-3 M6.26 18.67 4 21 M2 2l20 20 M4 4 2 6',
)
const BatteryLow = icon('M22 14v-4 M6 14v-4 M4 6h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z')
const BookOpen = icon(
  'M12 5v16 M20.001 19A2 2 0 0022 17V5a2 2 0 00-1.999-2L16 3.002A5 5 0 0012 5a5 5 0 00-4-2H4a2 2 0 00-2 2v12a2 2 0 001.999 2H8a5 5 0 014 2 5 5 0 014-2z',
)
const CloudFog = icon('M4 14.899A7 7 0 1 1 15.71 8h1.79a4.5 4.5 0 0 1 2.5 8.242 M16 17H7 M17 21H9')
const Dumbbell = icon(
  'M17.596 12.768a2 2 0 1 0 2.829-2.829l-1.768-1.767a2 2 0 0 0 2.828-2.829l-2.828-2.828a2 2 0 0 0-2.829 2.828l-1.767-1.768a2 2 0 1 0-2.829 2.829z M2.5 21.5l1.4-1.4 M20.1 3.9l1.4-1.4 M5.343 21.485a2 2 0 1 0 2.829-2.828l1.767 1.768a2 2 0 1 0 2.829-2.829l-6.364-6.364a2 2 0 1 0-2.829 2.829l1.768 1.767a2 2 0 0 0-2.828 2.829z M9.6 14.4l4.8-4.8',
)
const Flower2 = icon(
  'M12 5a3 3 0 1 1 3 3m-3-3a3 3 0 1 0-3 3m3-3v1M9 8a3 3 0 1 0 3 3M9 8h1m5 0a3 3 0 1 1-3 3m3-3h-1m-2 3v-1 M10 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0z M12 10v12 M12 22c4.2 0 7-1.667 7-5-4.2 0-7 1.667-7 5Z M12 22c-4.2 0-7-1.667-7-5 4.2 0 7 1.667 7 5Z',
)
const ListChecks = icon('M13 5h8 M13 12h8 M13 19h8 M3 17l2 2 4-4 M3 7l2 2 4-4')
const MoonStar = icon(
  'M18 5h4 M20 3v4 M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
)
const Palette = icon(
  'M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8z M13 6.5a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0z M13.5 6.5h.01 M17 10.5a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0z M17.5 10.5h.01 M6 12.5a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0z M6.5 12.5h.01 M8 7.5a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0z M8.5 7.5h.01',
)

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
