/** Hands an email to the mail server. Throws if the server didn't accept it, so that the job retries. */
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Connects and logs in but sends nothing. Throws if the server is down or refuses. */
  greet(): Promise<void>
}

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The target of a mail program's own unsubscribe button; only for optional emails. */
  unsubscribeUrl?: string
}
