import { DELETION_WORD } from '@reveille/core/accounts/retention-times'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { ProofDialog } from '../../proof/proof-dialog.tsx'
import { rememberFarewell, setEndingSession } from '../../session/leave-for-login.ts'
import { forgetPerson, tellSignedOut } from '../../session/signed-out-elsewhere.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { deleteAccount } from './api.ts'

export function DeletionSection() {
  const [open, setOpen] = useState(false)
  return (
    <Section id="delete" title="Delete account">
      <Card className="flex flex-col items-start gap-4">
        <p className="text-quiet">
          This cancels every call and deletes your name, email, phone number, preferences, history and recordings right
          away. If you told us not to contact your number, we keep a scrambled fingerprint of it so we can honor that.
        </p>
        <Button look="danger" onClick={() => setOpen(true)}>
          Delete my account
        </Button>
      </Card>
      {open && <DeletionDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** Asks for a proof only after the word is typed. */
function DeletionDialog({ onClose }: { onClose: () => void }) {
  const [word, setWord] = useState('')
  const [typed, setTyped] = useState(false)
  const remove = useMutation({
    ...deleteAccount,
    onMutate: () => setEndingSession(true),
    onError: () => setEndingSession(false),
    onSuccess: leave,
  })
  if (!typed) return <WordDialog word={word} change={setWord} onTyped={() => setTyped(true)} onClose={onClose} />
  return (
    <ProofDialog
      purpose="deletion"
      title="Delete your account?"
      why="One last check."
      confirm="Delete account"
      cancel="Keep my account"
      look="danger"
      pendingLabel="Deleting…"
      onProof={(proof) => remove.mutateAsync({ word: word.trim(), ...proof })}
      onClose={onClose}
    />
  )
}

type WordProps = { word: string; change: (word: string) => void; onTyped: () => void; onClose: () => void }

function WordDialog({ word, change, onTyped, onClose }: WordProps) {
  const [wrong, setWrong] = useState(false)
  const isDone = useRef(false) // closing the first dialog for the second isn't a cancel
  function goOn() {
    if (word.trim() !== DELETION_WORD) return setWrong(true)
    isDone.current = true
    onTyped()
  }
  return (
    <Dialog
      title="Delete your account?"
      confirm="Continue"
      cancel="Keep my account"
      look="danger"
      pending={false}
      onConfirm={goOn}
      onClose={() => isDone.current || onClose()}
    >
      <p className="text-quiet">
        You can&apos;t undo this. We won&apos;t call you anymore, and everything in your account will be gone.
      </p>
      <TextField
        label={`Type ${DELETION_WORD}`}
        name="word"
        autoComplete="off"
        autoCapitalize="characters"
        value={word}
        error={wrong ? { message: `Please type ${DELETION_WORD} to delete your account.` } : null}
        onChange={(event) => change(event.target.value)}
      />
    </Dialog>
  )
}

/** A full page load: nothing of the person stays in memory. */
function leave() {
  forgetPerson()
  tellSignedOut()
  rememberFarewell()
  location.replace(paths.landing)
}
