import { E164_PATTERN } from '../../core/src/phones/check-number.ts'
import { readEmail } from '../../core/src/sign-in/email-address.ts'
import { dayNumber } from '../../core/src/time/calendar.ts'
import {
  block,
  deleteFor,
  exportFor,
  linkFor,
  nameOwner,
  resend,
  unblock,
  welcome,
} from '../../server/src/operators/acts.ts'
import { showCarriers, switchCarrier } from '../../server/src/operators/carriers.ts'
import { requeue, showDoubts, showTomorrow } from '../../server/src/operators/show-lists.ts'
import { why, type Acted } from '../../server/src/operators/why.ts'
import type { JobQueue } from '../../server/src/platform/jobs/pg-boss.adapter.ts'
import type { AllServices } from '../../server/src/services.ts'

type Ground = { services: AllServices; retry: JobQueue['retry'] }

/** A command for operators. `refuse` reports wrong arguments before anything is opened. */
export type Command = {
  name: string
  takes: string
  does: string
  more: string
  refuse(args: readonly string[]): string | null
  act(ground: Ground, args: readonly string[]): Promise<Acted>
}

const isNumber = (text: string | undefined) => text !== undefined && E164_PATTERN.test(text)
const isEmail = (text: string | undefined) => text !== undefined && /^[^\s@]+@[^\s@]+$/.test(text)

/** An email address as accounts have it, and anything else as it is. */
const asStored = (typed: string) => readEmail(typed).address ?? typed

const noneTaken = (args: readonly string[]) => (args.length === 0 ? null : 'This command takes no arguments.')
const oneNumber = (args: readonly string[]) =>
  args.length === 1 && isNumber(args[0]) ? null : 'Name one number, such as +12025550123.'
const oneEmail = (args: readonly string[]) => (args.length === 1 && isEmail(args[0]) ? null : 'Name one email address.')

const COMMANDS: readonly Command[] = [
  {
    name: 'why',
    takes: '<email or number> [date]',
    does: 'why a phone rang or did not',
    more: 'Prints the mornings of a day: how each ended, every call with its timeline, and the carrier’s codes. The default date (2027-01-15, in the schedule’s zone) is the latest day with a call. The person’s account activity shows that someone looked.',
    refuse: ([who, date, ...more]) =>
      !isNumber(who) && !isEmail(who)
        ? 'Name an email address, or a number such as +12025550123.'
        : (date !== undefined && dayNumber(date) === null) || more.length > 0
          ? 'The date must look like 2027-01-15.'
          : null,
    act: ({ services }, [who, date]) => why(services, who!, date ?? null),
  },
  {
    name: 'doubts',
    takes: '',
    does: 'calls that may or may not have rung',
    more: 'Prints each with the carrier’s last response and the time of the next request. A call in doubt is never dialed again.',
    refuse: noneTaken,
    act: ({ services }) => showDoubts(services),
  },
  {
    name: 'tomorrow',
    takes: '',
    does: 'how many calls are due and when, and the carrier’s rate',
    more: 'Prints the number of first calls in the next 24 hours, and the 20 fullest minutes (UTC).',
    refuse: noneTaken,
    act: ({ services }) => showTomorrow(services),
  },
  {
    name: 'carrier',
    takes: '[off|on 1|2]',
    does: 'pauses a carrier, or uses it again',
    more: 'While a carrier is off, no call leaves by it: the other one dials. Calls under way at it go on. One of the two stays on. Without arguments, prints the state of both.',
    refuse: (args) =>
      args.length === 0 || (args.length === 2 && /^(off|on)$/.test(args[0]!) && /^[12]$/.test(args[1]!))
        ? null
        : 'Name off or on, and 1 or 2.',
    act: ({ services }, [to, id]) =>
      id === undefined ? showCarriers(services) : switchCarrier(services, id === '1' ? 1 : 2, to === 'off'),
  },
  {
    name: 'block',
    takes: '<number>',
    does: 'stops all calls and texts to a number',
    more: 'For people who ask you to stop and cannot press 0 twice or text STOP. Pauses the schedules of the number’s holder and notifies them. Like any stop, it ends with a code to the number.',
    refuse: oneNumber,
    act: ({ services }, [phone]) => block(services, phone!),
  },
  {
    name: 'unblock',
    takes: '<number>',
    does: 'undoes `block`',
    more: 'Undoes an operator’s block, but not a stop by the number’s holder, which only a code to the number ends. Schedules stay paused until their owner resumes them.',
    refuse: oneNumber,
    act: ({ services }, [phone]) => unblock(services, phone!),
  },
  {
    name: 'resend',
    takes: '<email or number>',
    does: 'sends a new code to a person who waits for one',
    more: 'The new code works in the browser that requested the first one, which becomes invalid. A running worker sends it.',
    refuse: (args) =>
      args.length === 1 && (isNumber(args[0]) || isEmail(args[0])) ? null : 'Name one email address or number.',
    act: ({ services }, [address]) => resend(services, address!),
  },
  {
    name: 'export',
    takes: '<email>',
    does: 'prepares an account’s archive',
    more: 'A running worker prepares it, and its owner downloads it in Account. You cannot read it.',
    refuse: oneEmail,
    act: ({ services }, [email]) => exportFor(services, email!),
  },
  {
    name: 'delete',
    takes: '<email> --yes',
    does: 'deletes an account for good',
    more: 'Deletes it immediately with all its data, even a second before a call, and emails the owner. You cannot undo this.',
    refuse: (args) =>
      args.length === 2 && isEmail(args[0]) && args[1] === '--yes' ? null : 'Name one email address and add --yes.',
    act: ({ services }, [email]) => deleteFor(services, email!),
  },
  {
    name: 'welcome',
    takes: '',
    does: 'prints a link that makes the first account, the owner',
    more: 'It works once, for an hour, and only while nobody has an account. It replaces any link printed before.',
    refuse: noneTaken,
    act: ({ services }) => welcome(services),
  },
  {
    name: 'owner',
    takes: '<email>',
    does: 'makes a person an owner',
    more: 'An owner invites people and sees who is set for tomorrow, on the page People. There can be several. The person’s account activity shows it.',
    refuse: oneEmail,
    act: ({ services }, [email]) => nameOwner(services, email!),
  },
  {
    name: 'link',
    takes: '<email>',
    does: 'prints a link that signs a person in',
    more: 'For somebody who gets no code and has no passkey at hand. It works once, for 15 minutes, and requires nothing else, so give it only to that person. Their account activity shows it.',
    refuse: oneEmail,
    act: ({ services }, [email]) => linkFor(services, email!),
  },
  {
    name: 'requeue',
    takes: '[id, or all]',
    does: 'retries background jobs that failed for good',
    more: 'Without an id, lists them. The queue keeps them for an hour.',
    refuse: (args) => (args.length > 1 ? 'Name one id, or all.' : null),
    act: ({ services, retry }, [id]) => requeue(services, retry, id ?? null),
  },
]

export function findCommand(name: string): Command | null {
  const command = COMMANDS.find((one) => one.name === name)
  return command === undefined ? null : { ...command, act: (ground, args) => command.act(ground, args.map(asStored)) }
}

export function helpOf({ name, takes, does, more }: Command): string {
  return `npm run ops -- ${`${name} ${takes}`.trim()}\n${does}\n\n${more}`
}

export function overview(): string {
  const rows = COMMANDS.map(({ name, takes, does }) => `  ${`${name} ${takes}`.trim().padEnd(32)} ${does}`)
  return `npm run ops -- <command>; each takes --help.\n\n${rows.join('\n')}`
}
