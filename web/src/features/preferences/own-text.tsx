import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** A field for a free text, and beneath it what the phone makes of the text. */
export function OwnText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <Suspense>
        <WhatYouHear text={text} />
      </Suspense>
    </div>
  )
}

/** Large, and no field waits for it: where it doesn't load, the text is saved all the same. */
const WhatYouHear = lazy<ComponentType<{ text: string }>>(() =>
  import('./what-you-hear.tsx').then(
    ({ WhatYouHear: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
)
