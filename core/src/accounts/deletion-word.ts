/** What is typed to delete an account (ACCT-3). */
export const DELETION_WORD = 'DELETE'
