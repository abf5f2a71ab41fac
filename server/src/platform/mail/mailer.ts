/** Hands an email to the mail server. Throws when the server did not accept it: the job tries again. */
export type Mailer = {
  send(mail: Mail): Promise<void>
  /** Logs in as for an email and sends none. Throws when the server is not there or refuses it. */
  greet(): Promise<void>
}

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where a mail program's own unsubscribe button posts to; only for optional emails. */
  unsubscribeUrl?: string
}
