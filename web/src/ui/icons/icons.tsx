import type { ComponentType, ReactNode, SVGProps } from 'react'

// Icons of the controls and of the navigation. Drawn by Lucide: see LICENSE in this folder.

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'>
export type Icon = ComponentType<IconProps>

/** What all icons share: 24 units square, drawn by lines in the color of the text. */
export function Drawing({ children, ...props }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {children}
    </svg>
  )
}

export function AlarmClock(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="13" r="8" />
      <path d="M12 9v4l2 2" />
      <path d="M5 3 2 6" />
      <path d="m22 6-3-3" />
      <path d="M6.38 18.7 4 21" />
      <path d="M17.64 18.67 20 21" />
    </Drawing>
  )
}

export function Bell(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10.268 21a2 2 0 0 0 3.464 0" />
      <path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326" />
    </Drawing>
  )
}

export function History(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8" />
      <path d="M3 3v5h5" />
      <path d="M12 7v5l4 2" />
    </Drawing>
  )
}

export function LayoutDashboard(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect width="7" height="9" x="3" y="3" rx="1" />
      <rect width="7" height="5" x="14" y="3" rx="1" />
      <rect width="7" height="9" x="14" y="12" rx="1" />
      <rect width="7" height="5" x="3" y="16" rx="1" />
    </Drawing>
  )
}

export function LoaderCircle(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M21 12a9 9 0 1 1-6.219-8.56" />
    </Drawing>
  )
}

export function Menu(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M4 5h16" />
      <path d="M4 12h16" />
      <path d="M4 19h16" />
    </Drawing>
  )
}

export function Phone(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384" />
    </Drawing>
  )
}

export function PhoneOff(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10.1 13.9a14 14 0 0 0 3.732 2.668 1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2 18 18 0 0 1-12.728-5.272" />
      <path d="M22 2 2 22" />
      <path d="M4.76 13.582A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 .244.473" />
    </Drawing>
  )
}

export function Play(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z" />
    </Drawing>
  )
}

export function SlidersHorizontal(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M10 5H3" />
      <path d="M12 19H3" />
      <path d="M14 3v4" />
      <path d="M16 17v4" />
      <path d="M21 12h-9" />
      <path d="M21 19h-5" />
      <path d="M21 5h-7" />
      <path d="M8 10v4" />
      <path d="M8 12H3" />
    </Drawing>
  )
}

export function Square(props: IconProps) {
  return (
    <Drawing {...props}>
      <rect width="18" height="18" x="3" y="3" rx="2" />
    </Drawing>
  )
}

export function UserRound(props: IconProps) {
  return (
    <Drawing {...props}>
      <circle cx="12" cy="8" r="5" />
      <path d="M20 21a8 8 0 0 0-16 0" />
    </Drawing>
  )
}

export function X(props: IconProps) {
  return (
    <Drawing {...props}>
      <path d="M18 6 6 18" />
      <path d="m6 6 12 12" />
    </Drawing>
  )
}
