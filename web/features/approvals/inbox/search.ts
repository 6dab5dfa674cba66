import { z } from 'zod'

/** The address of the inbox: what is open, and the dialog on it. */
export const inboxSearch = z.object({
  open: z.string().max(200).optional().catch(undefined),
  dialog: z.string().max(40).optional().catch(undefined),
  step: z.string().max(64).optional().catch(undefined),
  question: z.string().max(64).optional().catch(undefined),
})
