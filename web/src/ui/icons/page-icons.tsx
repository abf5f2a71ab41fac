import { icon } from './icons.tsx'

// Icons that no first screen of a visitor shows. Drawn by Lucide: see LICENSE in this folder.

export const Check = icon('M20 6 9 17l-5-5')
export const ChevronDown = icon('M6 9l6 6 6-6')
export const Ellipsis = icon(
  'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
)
export const Pause = icon(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-16a1 1 0 0 1 1-1z M6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1v-16a1 1 0 0 1 1-1z',
)
export const Plus = icon('M5 12h14 M12 5v14')
export const VolumeX = icon(
  'M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298z M16.5 14.5l5-5 M16.5 9.5l5 5',
)
