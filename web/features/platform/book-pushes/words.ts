import type { BookGeneration, BookPush } from '../../../../schema/platform/book-pushes/endpoints.ts'
import type { PushedKind } from '../../../../schema/platform/book-pushes/rows.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const KIND_NAMES: Record<PushedKind, string> = {
  currencies: 'Currencies',
  entities: 'Entities',
  accounts: 'Accounts',
  departments: 'Departments',
  locations: 'Locations',
  classes: 'Classes',
  vendors: 'Vendors',
  transactions: 'Transactions',
}

export const GENERATION_STATES: Record<BookGeneration['state'], State> = {
  OPEN: { tone: 'waiting', label: 'Open' },
  APPLYING: { tone: 'waiting', label: 'Replacing the last push' },
  APPLIED: { tone: 'positive', label: 'Replaced the last push' },
  ERROR: { tone: 'negative', label: 'Failed' },
  DISCARDED: { tone: 'archived', label: 'Discarded' },
}

export const PUSH_STATES: Record<BookPush['state'], State> = {
  RECEIVING: { tone: 'waiting', label: 'Arriving' },
  STAGED: { tone: 'positive', label: 'Received' },
  REFUSED: { tone: 'negative', label: 'Refused' },
  BROKEN_OFF: { tone: 'negative', label: 'Broken off' },
  REPLACED: { tone: 'archived', label: 'Replaced' },
}
