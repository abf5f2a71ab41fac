/** The most archives that a person may request in a day (ACCT-2): building one reads all their data (S45). */
export const EXPORTS_A_DAY = 3
