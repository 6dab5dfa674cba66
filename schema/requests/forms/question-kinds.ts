import type { OptionKind } from '../../platform/lookups/endpoints.ts'
import type { QuestionType } from './form.ts'

const KINDS: Partial<Record<QuestionType, OptionKind>> = {
  BUSINESS_UNIT_SELECT: 'business-unit',
  DEPARTMENT_SELECT: 'department',
  ENTITY_SELECT: 'entity',
  LOCATION_SELECT: 'location',
  MEMBER_SELECT: 'member',
  REQUEST_OWNER_SELECT: 'member',
  SERVICE_SELECT: 'service',
  SPEND_CATEGORY_SELECT: 'spend-category',
  VENDOR_SELECT: 'vendor',
}

/** The lookup for a question's answers. Null if they aren't objects of the company. */
export const lookupKindOf = (type: QuestionType): OptionKind | null => KINDS[type] ?? null
