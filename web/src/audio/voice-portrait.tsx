import type { VoiceId } from '@reveille/core/speech/voices'

/** Early light, shared by all faces. */
const LIGHT = '#ffe2bd'

/** Shapes and lines in the color of the figure, and a part cut out to the ground, as SVG path data. */
type Character = { ground: string; figure: string; shapes: string; cut?: string; lines: Record<number, string> }

/** `lines` are by width. */
const CHARACTERS: Record<VoiceId, Character> = {
  lily: {
    ground: '#86bda8',
    figure: '#1d4641',
    shapes:
      'M47 22a13 13 0 1 1 26 0 13 13 0 1 1-26 0z M34 62c-3-26 8-36 26-36s29 10 26 36c-5-12-12-17-26-17S39 50 34 62z',
    lines: { 2.6: 'M46 60q4 4 8 0M66 60q4 4 8 0 M54 71q6 4 12 0' },
  },
  bill: {
    ground: '#dfa768',
    figure: '#54301b',
    shapes:
      'M33 44c2-15 13-20 27-20s27 5 29 18l10 5c1 3-1 5-4 5H36c-3 0-4-4-3-8z M47.4 58a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0z M67.4 58a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0z M44 71c4-6 11-7 16-3 5-4 12-3 16 3-6 3-11 3-16 0-5 3-10 3-16 0z',
    lines: {},
  },
  liam: {
    ground: '#94b5e2',
    figure: '#1e335f',
    shapes: 'M34 54c-3-20 8-31 28-31 17 0 27 12 24 31-4-8-8-12-12-14-12 3-29 1-40 14z',
    lines: {
      2.6: 'M42 59a8 8 0 1 0 16 0 8 8 0 1 0-16 0z M62 59a8 8 0 1 0 16 0 8 8 0 1 0-16 0z M58 58q2-2 4 0 M53 74q8 4 14-1',
    },
  },
  'todd-thomas': {
    ground: '#f19362',
    figure: '#57201c',
    shapes:
      'M35 46c0-4 0-6 1-9l5 3 2-10 8 7 8-12 7 12 9-7 2 10 6-3c1 4 1 6 1 9z M47.2 60a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0z M67.2 60a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0z M49 68h22c-1 8-5 10-11 10s-10-2-11-10z',
    cut: 'M34 44h52v7H34z',
    lines: {},
  },
  'radio-station': {
    ground: '#f4c655',
    figure: '#452861',
    shapes:
      'M36 56c-3-23 9-32 24-32s27 9 24 32c-3-9-6-13-10-15-9 3-24 1-32 3-3 3-5 7-6 12z M27 58a6 6 0 0 1 12 0v8a6 6 0 0 1-12 0z M81 58a6 6 0 0 1 12 0v8a6 6 0 0 1-12 0z M50 69q10 10 20 0z M47.4 82a3.6 3.6 0 1 0 7.2 0 3.6 3.6 0 1 0-7.2 0z',
    lines: { 5: 'M32 60c-2-28 12-42 28-42s30 14 28 42', 2.6: 'M46 59q4-4 8 0M66 59q4-4 8 0 M33 70q2 12 16 12' },
  },
  jocko: {
    ground: '#a3ab86',
    figure: '#2a311f',
    shapes:
      'M42 42c-1-17 5-24 18-24s19 7 18 24z M20 44c8-6 72-6 80 0 2 5-3 7-8 6-20-5-44-5-64 0-5 1-10-1-8-6z M48.6 63a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0z M66.6 63a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0z',
    cut: 'M43 37h34v4H43z',
    lines: { 3.4: 'M44 56l11 3M76 56l-11 3', 3.2: 'M52 75h16' },
  },
}

/** A drawn portrait: flat, two colors, lit like the others. Also served as `/voices/{id}.svg`. */
export function VoicePortrait({ voiceId, className }: { voiceId: VoiceId; className?: string }) {
  const { ground, figure, shapes, cut, lines } = CHARACTERS[voiceId]
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" className={className} aria-hidden="true">
      <rect width="120" height="120" fill={ground} />
      <path d="M78 0h42v120H30z" fill={LIGHT} opacity="0.22" />
      <path d="M14 122c2-26 19-36 46-36s44 10 46 36z" fill={figure} />
      <path d="M51 76h18v14q-9 8-18 0z" fill={LIGHT} />
      <ellipse cx="60" cy="58" rx="25" ry="28" fill={LIGHT} />
      <path d="M60 30a25 28 0 0 0 0 56c-9-6-13-16-13-28s4-22 13-28z" fill={figure} opacity="0.13" />
      <path d={shapes} fill={figure} />
      {cut && <path d={cut} fill={ground} />}
      {Object.entries(lines).map(([width, line]) => (
        <path key={width} d={line} stroke={figure} strokeWidth={width} fill="none" strokeLinecap="round" />
      ))}
    </svg>
  )
}

type RingingProps = { voiceId: VoiceId; rings: boolean; className: string }

/** A round portrait, with waves at the rhythm of a ringing line while it rings; a still ring for reduced motion. */
export function RingingPortrait({ voiceId, rings, className }: RingingProps) {
  return (
    <div className={`relative ${className}`}>
      {rings && (
        <span aria-hidden="true" className="absolute inset-0">
          <span className="absolute inset-0 rounded-full border-2 border-[#ffb24d] opacity-0 motion-safe:animate-ring-wave motion-reduce:-inset-2 motion-reduce:opacity-100" />
          <span className="absolute inset-0 rounded-full border border-[#ffb24d] opacity-0 [animation-delay:0.5s] motion-safe:animate-ring-wave" />
        </span>
      )}
      <VoicePortrait voiceId={voiceId} className="relative size-full rounded-full" />
    </div>
  )
}
