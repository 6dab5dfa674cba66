import type { Entity } from '../../../../schema/documents/reading/readings.ts'
import type { Person } from '../../../../schema/shared/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'

export { TYPE_OPTIONS, typeName } from '../../../../schema/documents/documents/types.ts'

/** A member's name, or the address of an email's sender. */
export const uploaderName = (document: { uploadedByUser: Person | null; uploadedByEmail: string | null }): string =>
  document.uploadedByUser ? fullName(document.uploadedByUser) : (document.uploadedByEmail ?? '')

export const documentHref = (id: string): Address => to('/documents/$documentId', { documentId: id })

/** The delay of the document search (specification 1 §9). */
export const SEARCH_DEBOUNCE_MS = 500

/** How sure a reading is. */
export const confidenceText = ({ confidence, contradicted }: Pick<Entity, 'confidence' | 'contradicted'>): string => {
  if (contradicted) return 'Conflicting'
  return confidence >= 0.8 ? 'High confidence' : confidence >= 0.6 ? 'Medium confidence' : 'Low confidence'
}
