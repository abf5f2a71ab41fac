export type Mailer = {
  /**
   * Hands an email to the mail server. Throws if the server didn't accept it, so that the job retries. False if nobody gets
   * it: there is no mail server, or the person has proven no address.
   */
  send(mail: Mail): Promise<boolean>
  /** Connects and logs in but sends nothing. Throws if the server is down or refuses. */
  greet(): Promise<void>
}

export type Mail = {
  to: string | null
  subject: string
  text: string
  html: string
  /** The target of a mail program's own unsubscribe button; only for optional emails. */
  unsubscribeUrl?: string
}

/** MAIL_URL=off. */
export const noMailer: Mailer = { send: () => Promise.resolve(false), greet: () => Promise.resolve() }
