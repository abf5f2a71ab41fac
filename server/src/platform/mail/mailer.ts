/** Hands a letter to the mail server. Throws when the server did not take it: the job tries again. */
export type Mailer = {
  send(letter: Mail): Promise<void>
}

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where the mail program's own button for no more such mails posts to; only for mails that one may do without. */
  unsubscribeUrl?: string
}
