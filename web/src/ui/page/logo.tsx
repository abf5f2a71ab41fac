/** A sun half above its horizon, and the name. */
export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#101a36" />
        <path d="M7 21a9 9 0 0 1 18 0z" fill="#ffb24d" />
        <path d="M4.5 21h23" stroke="#ffdca6" strokeWidth="1.8" strokeLinecap="round" />
        <path d="M10 25h12" stroke="#ffb24d" strokeOpacity="0.55" strokeWidth="1.6" strokeLinecap="round" />
      </svg>
      <span className="font-display text-xl font-bold tracking-tight">Reveille</span>
    </span>
  )
}
