import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** A member's new address, confirmed from its mailbox. */

const body = z.object({ token: z.string().min(1).max(200) })

export const readAddressChange = endpoint({
  id: 'members.read-address-change',
  method: 'POST',
  path: '/auth/email-change',
  summary: 'What a link to confirm a new email is for',
  body,
  response: z.object({
    name: z.string(),
    companyName: z.string(),
    oldEmail: z.string(),
    newEmail: z.string(),
    by: z.string(),
  }),
})

/** Ends all sessions of the member. */
export const confirmAddress = endpoint({
  id: 'members.confirm-address-change',
  method: 'POST',
  path: '/auth/email-change/confirm',
  summary: 'Confirm a new email',
  body,
  response: z.object({ email: z.string() }),
})
