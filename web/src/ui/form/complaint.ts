/** What is wrong with what was entered: a short title where the specification gives one, and what to do. */
export type Complaint = { title?: string; message: string }
