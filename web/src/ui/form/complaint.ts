/** What is wrong with the input: a short title where the specification gives one, and what to do. */
export type Complaint = { title?: string; message: string }
