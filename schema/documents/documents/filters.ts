import { choiceFilter, lookupFilter, searchFilter, statusFilter, yesNoFilter } from '../../shared/list-filters.ts'
import { DOCUMENT_TYPES, type DocumentType, TYPE_OPTIONS, typeName } from './types.ts'

/** The filters of the list. Apart from its rows, because the address of its page needs no more. */

const TYPE_WORDS = Object.fromEntries(DOCUMENT_TYPES.map((type) => [type, typeName(type)])) as Record<
  DocumentType,
  string
>

export const documentFilters = {
  displayName: { ...searchFilter('Search documents by name', 'Document name'), address: 'search' as const },
  filter: statusFilter(['ACTIVE', 'ALL', 'ARCHIVED']),
  unassociated: yesNoFilter({ label: 'Not linked to anything' }),
  type: { ...choiceFilter(DOCUMENT_TYPES, TYPE_WORDS, { label: 'Type' }), options: TYPE_OPTIONS },
  vendorId: lookupFilter('vendor', { label: 'Vendor' }),
  /** Set by a service's page. */
  serviceId: lookupFilter('service', { label: 'Service', isShownOnceSet: true }),
} as const
