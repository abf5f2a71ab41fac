import * as z from 'zod/mini'

/** Whether the company that places the calls takes them at the moment, for everybody. */
export const CarrierState = z.object({ troubled: z.boolean() })
export type CarrierState = z.infer<typeof CarrierState>
