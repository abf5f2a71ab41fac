import { Drawing, type IconProps } from './icons.tsx'

// Icons that no first screen of a visitor shows. Drawn by Lucide: see LICENSE in this folder.

export function Check(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M20 6 9 17l-5-5" />
    </Drawing>
  )
}

export function ChevronDown(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="m6 9 6 6 6-6" />
    </Drawing>
  )
}

export function Ellipsis(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="12" r="1" />
      <circle cx="19" cy="12" r="1" />
      <circle cx="5" cy="12" r="1" />
    </Drawing>
  )
}

export function Pause(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect x="14" y="3" width="5" height="18" rx="1" />
      <rect x="5" y="3" width="5" height="18" rx="1" />
    </Drawing>
  )
}

export function Plus(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 12h14" />
      <path d="M12 5v14" />
    </Drawing>
  )
}

export function VolumeX(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298z" />
      <path d="m16.5 14.5 5-5" />
      <path d="m16.5 9.5 5 5" />
    </Drawing>
  )
}
