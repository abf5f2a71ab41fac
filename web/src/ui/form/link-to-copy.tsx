import { type ReactNode, useEffect, useRef, useState } from 'react'
import { copyText } from '../../browser/page-features.ts'
import { Button } from '../button.tsx'
import { showToast } from '../toast/toast-store.ts'
import type { Complaint } from './field.tsx'
import { TextField } from './text-field.tsx'

/** `what`: the noun for it. */
type Props = { label: string; what?: string; url: string; children?: ReactNode }

/** It takes the focus of the button that made it, so it's read and selected: give each link its `key`. */
export function LinkToCopy({ label, what = 'link', url, children }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [uncopied, setUncopied] = useState<Complaint | null>(null)
  useEffect(() => {
    const { activeElement } = document
    const section = field.current?.closest('section')
    if (activeElement === document.body || section?.contains(activeElement)) field.current?.focus()
  }, [])
  async function copy() {
    setUncopied(null)
    try {
      await copyText(url)
      showToast({ title: what === 'link' ? 'Link copied' : 'Token copied' })
    } catch {
      setUncopied({ title: "Couldn't copy", message: `Please select the ${what} and copy it by hand.` })
      field.current?.focus()
    }
  }
  return (
    <>
      <TextField
        ref={field}
        label={label}
        hint="Copy it now. We can't show it again."
        readOnly
        value={url}
        error={uncopied}
        onFocus={(event) => event.target.select()}
        className="font-mono text-sm"
      />
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {`Copy ${what}`}
        </Button>
        {children}
      </div>
    </>
  )
}
