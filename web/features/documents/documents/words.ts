import { DOCUMENT_TYPES, type DocumentType } from '../../../../schema/documents/documents/values.ts'
import type { Option, Person } from '../../../../schema/shared/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import { humanize } from '../../../lib/format.ts'

/** Types as people write them. Others are readable as they are. */
const NAMES: Partial<Record<DocumentType, string>> = {
  DPA: 'DPA',
  ISO_27001: 'ISO 27001',
  MSA: 'MSA',
  NDA: 'NDA',
  SOC_2_TYPE_I_REPORT: 'SOC 2 Type I report',
  SOC_2_TYPE_II_REPORT: 'SOC 2 Type II report',
  SOW: 'SOW',
  W_9: 'W-9',
}

export const typeName = (type: string): string => NAMES[type as DocumentType] ?? humanize(type)

export const TYPE_OPTIONS: Option[] = DOCUMENT_TYPES.map((value) => ({ value, label: typeName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label),
)

/** A member's name, or the address of an email's sender. */
export const uploaderName = (document: { uploadedByUser: Person | null; uploadedByEmail: string | null }): string =>
  document.uploadedByUser ? fullName(document.uploadedByUser) : (document.uploadedByEmail ?? '')

export const documentHref = (id: string): Address => to('/documents/$documentId', { documentId: id })

/** The delay of the document search (specification 1 §9). */
export const SEARCH_DEBOUNCE_MS = 500
