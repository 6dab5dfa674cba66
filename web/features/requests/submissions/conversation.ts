import type { IntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import { type Conversation, OWN_CONVERSATION } from '../../documents/threads/index.ts'

/** The vendor reads discussions of its form that are shared. */
export const conversationOf = ({ forVendor, vendorCompany, vendor }: IntakeSubmission): Conversation => ({
  ...OWN_CONVERSATION,
  outsiders: forVendor ? ((vendorCompany ?? vendor)?.name ?? 'the vendor') : null,
})
