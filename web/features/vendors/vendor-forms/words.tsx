import type { VendorFormStatus } from '../../../../schema/vendors/vendor-forms/values.ts'
import type { State } from '../../../ui/status-badge.tsx'

interface Shown {
  status: VendorFormStatus
  isDraft: boolean
  sentBack: unknown
  archived?: boolean
  revokedAt?: string | null
}

/** The state of a form for people. */
export const formState = ({ status, isDraft, sentBack, archived, revokedAt }: Shown): State => {
  if (archived) return { tone: 'archived', label: 'Archived' }
  if (revokedAt) return { tone: 'neutral', label: 'Closed' }
  if (status === 'APPROVED') return { tone: 'positive', label: 'Approved' }
  if (status === 'REJECTED') return { tone: 'negative', label: 'Rejected' }
  if (sentBack) return { tone: 'waiting', label: 'Changes requested' }
  if (status === 'PENDING') return { tone: 'waiting', label: 'In review' }
  return isDraft ? { tone: 'draft', label: 'Draft' } : { tone: 'neutral', label: 'To do' }
}

/** The same for the company, which waits for the vendor. */
export const sentFormState = (form: Shown): State => {
  const state = formState(form)
  return form.status === 'UNSUBMITTED' && !form.archived && !form.revokedAt
    ? { tone: 'waiting', label: form.isDraft ? 'Vendor is filling it in' : 'Waiting for vendor' }
    : state
}
