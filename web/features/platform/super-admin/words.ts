import type { CompanyState } from '../../../../schema/platform/super-admin/endpoints.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const STATE_BADGES: Record<CompanyState, State> = {
  ACTIVE: { tone: 'positive', label: 'Active' },
  INVITED: { tone: 'waiting', label: 'Admin invited' },
  NO_ADMIN: { tone: 'negative', label: 'No admin' },
  NOT_REACHED: { tone: 'negative', label: 'Not reached' },
}
