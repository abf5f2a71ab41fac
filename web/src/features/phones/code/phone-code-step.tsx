import { readableText } from '@reveille/core/people/typed-text'
import { CONTACT_CARD_PATH, saveOurNumber } from '@reveille/core/phones/contact-card'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { account } from '../../../api/account-query.ts'
import { complaintOf, reasonOf } from '../../../api/api-failure.ts'
import { askForProof } from '../../../api/ask-for-proof.ts'
import { useTexts } from '../../../api/client-config.ts'
import { queryClient } from '../../../api/queries.tsx'
import { now } from '../../../browser/clock.ts'
import { haveTwoNumbers } from '../../../contact-card/save-our-number.tsx'
import { spacedNumber } from '../../../format/spaced-number.ts'
import { useLiveUpdates } from '../../../live/live-updates.ts'
import { paths } from '../../../paths.ts'
import { rememberErrand } from '../../../session/errand.ts'
import { forgetPhoneProof, returnAddress, type VerificationWay } from '../../../session/pending-phone-proof.ts'
import { refreshSession } from '../../../session/session-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeBoxes, codeDigits, CodeField } from '../../../ui/form/code-field.tsx'
import type { Complaint } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { ResendButton } from '../../../ui/form/resend-button.tsx'
import { Check } from '../../../ui/icons/page-icons.tsx'
import { useIsHere } from '../../../ui/page/use-is-here.ts'
import { showToast, toastStore } from '../../../ui/toast/toast-store.ts'
import { phoneCodeStatus, requestPhoneCode } from '../api.ts'
import type { PhoneStep } from '../number/phone-draft.ts'
import { CallConsent } from '../number/phone-number-fields.tsx'
import { boxesFailure, type CodeTrouble, codeTrouble, sendingFailure, verifyingFailure } from '../phone-failures.ts'
import type { NumberPlace } from '../phone-proof.ts'

// The pauses are the specification's.
const ASK_AFTER_MS = 300
const LEAVE_AFTER_MS = 500

/** Subject of the sending toasts: withdrawn if delivery fails. */
const SENDING = 'a code by text'

export function toastCodeSent(way: 'text' | 'call'): void {
  showToast({ ...SENT[way], about: SENDING })
}

const SENT = {
  text: {
    title: 'Code sent successfully',
    message: "Check your phone for the verification code. You're almost there!",
  },
  call: { title: 'Your phone is about to ring', message: "Answer it and press 1. We'll say the code twice." },
}

/** Where to go next: the preferences if there are none, else the page the person came from; the account for a second number. */
function usePhoneVerified(way: VerificationWay, as: NumberPlace = 'first'): () => Promise<void> {
  const [, navigate] = useLocation()
  const isHere = useIsHere()
  return async () => {
    toastStore.withdraw(SENDING)
    const wanted = returnAddress(way)
    forgetPhoneProof()
    await pause(ASK_AFTER_MS)
    const next = await refreshSession().then(
      ({ user }) => {
        if (as === 'second') return paths.account
        if (user?.isPersonalized) return wanted
        if (wanted !== paths.dashboard) rememberErrand(wanted)
        return paths.preferences
      },
      () => paths.dashboard,
    )
    await pause(LEAVE_AFTER_MS)
    if (isHere()) navigate(next)
    showToast(as === 'second' ? SECOND_VERIFIED : firstVerified())
  }
}

/** Shown here because the person is thinking about their phone. */
function firstVerified() {
  const { link: label } = saveOurNumber(haveTwoNumbers())
  return {
    title: 'Your phone is verified',
    message: `${label} too. It helps our calls get past Do Not Disturb and call screening.`,
    action: { label, run: () => location.assign(CONTACT_CARD_PATH) },
  }
}

const SECOND_VERIFIED = {
  title: 'Second number added',
  message: "We'll call it if our first tries don't get you up.",
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type CodeDestinationProps = {
  phone: string
  sent: string
  trouble: CodeTrouble | null
  /** Our call with the code: under way, or heard. */
  call: 'calling' | 'heard' | null
  callMe: CallMeProps
}

/** Where the code was sent; or that it was not, why, and what helps. */
function CodeDestination({ phone, sent, trouble, call, callMe }: CodeDestinationProps) {
  const words = trouble !== null ? 'Your number:' : call === null ? sent : CALL_WORDS[call].before
  return (
    <>
      <p role={call === null ? undefined : 'status'}>
        {words} <strong className="tabular whitespace-nowrap">{spacedNumber(phone)}</strong>
        {trouble === null && call !== null && CALL_WORDS[call].after}
      </p>
      {trouble && (
        <Callout tone={trouble.refused ? 'bad' : 'warn'}>
          <p role="alert">
            <strong>{trouble.title}:</strong> {trouble.message}
          </p>
          {trouble.refused && (
            <div className="mt-3">
              <CallMeButton look="primary" {...callMe} />
            </div>
          )}
        </Callout>
      )}
    </>
  )
}

type CallMeProps = Omit<ComponentProps<typeof ResendButton>, 'label' | 'busy'>

/** Offers one call that says the code if no text comes. */
function CallMeButton(props: CallMeProps) {
  return <ResendButton label="Call me with the code" busy="Calling…" {...props} />
}

const CALL_WORDS = {
  calling: { before: "We're calling", after: ". Answer and press 1. We'll say the code twice." },
  heard: { before: 'We told you the code in our call to', after: '. Enter it here.' },
}

/** The six boxes replace an expired code automatically, after time to read why. */
const RESEND_AFTER_MS = 500
/** Only the six boxes can be sent before they are full. */
const INCOMPLETE = { title: 'Invalid code', message: `Please enter the ${CODE_DIGITS}-digit code sent to your phone.` }
const DIGITS_ONLY = { title: 'Invalid code format', message: 'Verification code should only contain numbers.' }

type Props = PhoneStep & { phone: string }

/** One field or six boxes, depending on the proof; `children` leads back to the number. */
export function PhoneCodeStep({ children, ...step }: Props & { children: ReactNode }) {
  const { proof, draft, change, phone } = step
  const { otp } = draft
  const texts = useTexts()
  const { field, error, complain, verify, verified, sent, dialog } = useCode(step, texts)
  const inBoxes = proof.way === 'boxes'
  const code = { ref: field, value: otp, error, submits: true }
  const whole = otp.length === CODE_DIGITS

  function type(typed: string) {
    complain(inBoxes && /[^\d\s-]/.test(readableText(typed)) ? DIGITS_ONLY : null)
    change({ otp: codeDigits(typed) })
  }

  function submit() {
    complain(whole ? null : INCOMPLETE)
    if (!whole) field.current?.focus()
    else if (!verify.isPending && !verified) verify.mutate({ otp, takeOver: false })
  }

  return (
    <>
      <Form data-second-step onSubmit={submit} className="flex flex-col gap-5">
        <CodeDestination phone={phone} sent={sentWords(inBoxes, draft.sentBy)} {...sent} />
        {inBoxes ? (
          <CodeBoxes label={`${CODE_DIGITS}-digit code`} onChange={type} {...code} />
        ) : (
          <CodeField label="Verification code" onChange={type} {...code} />
        )}
        <Button
          type="submit"
          disabled={!inBoxes && !whole}
          pending={verified ? <Verified /> : verify.isPending && 'Verifying…'}
        >
          {inBoxes ? 'Verify & Continue' : 'Verify'}
        </Button>
        <div className="-mx-3.5 flex flex-wrap justify-between gap-1">
          {children}
          {proof.byOurText && texts && <ResendButton label="Send me a new code" {...sent.resend} />}
          {proof.byOurText && !sent.trouble?.refused && <CallMeButton {...sent.callMe} />}
        </div>
        {!proof.byOurText && (
          <p className="text-sm text-quiet">
            Didn&apos;t get a text? Go back to your number and check the box again to get a new code.
          </p>
        )}
        <CallConsent />
      </Form>
      {dialog}
    </>
  )
}

const Verified = () => (
  <span className="inline-flex items-center gap-2">
    <Check strokeWidth={3.5} className="size-5" />
    Verified
  </span>
)

function sentWords(inBoxes: boolean, sentBy: 'text' | 'call'): string {
  if (inBoxes) return 'Sent to'
  return sentBy === 'text' ? 'We texted a code to' : "We'll call"
}

function isVerified(phone: string, as: NumberPlace): Promise<boolean> {
  const verified =
    as === 'first'
      ? refreshSession().then(({ user }) => user?.phoneVerified === true && user.phone)
      : queryClient
          .fetchQuery({ ...account, staleTime: 0 })
          .then(({ secondPhone }) => secondPhone?.verified === true && secondPhone.phone)
  return verified.then(
    (number) => number === phone,
    () => false,
  )
}

function useCode({ proof, draft, change, phone }: Props, texts: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [error, complain] = useState<Complaint | null>(null)
  const [verified, setVerified] = useState(false)
  const goOn = usePhoneVerified(proof.way, proof.as)
  const { dialog, askToMove } = useTakeOver()
  const verify = useMutation({
    mutationFn: ({ otp, takeOver }: { otp: string; takeOver: boolean }) => proof.verify(phone, otp, takeOver),
    onSuccess: succeed,
    async onError(failure, typed) {
      if (askForProof(failure, () => verify.mutate(typed))) return
      // It counted, but the answer got lost on its way.
      if (reasonOf(failure) === 'code-used' && (await isVerified(phone, proof.as))) return succeed()
      if (askToMove(failure, () => verify.mutate({ ...typed, takeOver: true }))) return
      const shown = field.current?.value ?? '' // newer than `draft`, after waiting
      if (shown === typed.otp || reasonOf(failure) !== 'code-wrong') refuse(failure)
      else if (shown.length === CODE_DIGITS) verify.mutate({ otp: shown, takeOver: false })
    },
  })
  const sent = useTextedCode(phone, proof, {
    onResent(by) {
      change({ sentBy: by, otp: '' })
      complain(null)
      field.current?.focus()
    },
    onFailure(failure) {
      complain(proof.way === 'boxes' ? complaintOf('Failed to resend OTP', failure) : sendingFailure(failure, texts))
    },
  })
  const resendSoon = useSoon(RESEND_AFTER_MS, sent.resend.onResend)
  useEffect(() => field.current?.focus(), [])

  function succeed() {
    setVerified(true)
    return goOn()
  }

  function refuse(failure: unknown) {
    if (proof.way === 'boxes') return refuseBoxes(failure)
    complain(verifyingFailure(failure, draft.sentBy))
    field.current?.select()
  }

  function refuseBoxes(failure: unknown) {
    const { next, ...words } = boxesFailure(failure)
    complain(words)
    if (next === 'resend') resendSoon()
    if (next === 'clear') change({ otp: '' })
    field.current?.focus()
  }
  return { field, error, complain, verify, verified, sent, dialog }
}

/** Returns a function that runs the latest `run` after `ms`, unless the page is left first. */
function useSoon(ms: number, run: () => void): () => void {
  const [isDue, setDue] = useState(false)
  const runNow = useEffectEvent(() => {
    setDue(false)
    run()
  })
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(runNow, ms)
    return () => clearTimeout(timer)
  }, [isDue, ms])
  return () => setDue(true)
}

/** Asks before a number moves here. `askToMove` gets failures first, and returns whether it handled them. */
function useTakeOver() {
  const [move, setMove] = useState<(() => void) | null>(null)
  const close = () => setMove(null)
  return {
    dialog: move && (
      <Dialog
        title="Another account uses this number"
        confirm="Move it here"
        pending={false}
        onConfirm={() => {
          close()
          move()
        }}
        onClose={close}
      >
        <p>Move it here? Calls from that account will stop.</p>
      </Dialog>
    ),
    askToMove(failure: unknown, again: () => void): boolean {
      if (reasonOf(failure) !== 'number-held') return false
      setMove(() => again)
      return true
    },
  }
}

type Heard = { onResent: (by: 'text' | 'call') => void; onFailure: (failure: unknown) => void }

/** If the phone provider texts the code, there's nothing to poll. */
function useTextedCode(phone: string, { byOurText, as }: PhoneStep['proof'], { onResent, onFailure }: Heard) {
  useLiveUpdates()
  const { trouble, call } = useSentCode(phone, byOurText, as)
  const wrong = trouble !== null
  useEffect(() => {
    if (wrong) toastStore.withdraw(SENDING)
  }, [wrong])
  const [sentAt, setSentAt] = useState(now)
  const send = useMutation({
    mutationFn: requestPhoneCode,
    onSuccess(by) {
      setSentAt(now())
      toastCodeSent(by)
      onResent(by)
    },
    onError: (failure, wanted) => askForProof(failure, () => send.mutate(wanted)) || onFailure(failure),
  })
  const asked = trouble?.refused ? 0 : sentAt // nothing was sent, so no countdown
  const pendingBy = send.isPending ? (send.variables.by ?? 'text') : null
  const request = (by?: 'call') => send.isPending || send.mutate({ phone, as, by })
  return {
    trouble,
    call,
    resend: { sentAt: asked, pending: pendingBy === 'text', onResend: () => void request() },
    callMe: { sentAt: asked, pending: pendingBy === 'call', onResend: () => void request('call') },
  }
}

export function useCodeTrouble(phone: string | null): CodeTrouble | null {
  return useSentCode(phone).trouble
}

function useSentCode(phone: string | null, ours = true, as: NumberPlace = 'first') {
  const { data: code } = useQuery({ ...phoneCodeStatus(phone ?? '', as), enabled: ours && phone !== null })
  const status = code?.status
  const call = status === 'calling' || status === 'heard' ? status : null
  return { trouble: codeTrouble(status, code?.callerNumber, useTexts()), call }
}
