import { z } from 'zod'

/** The 26 question types of intake forms (specification 1 §3). Departments with approvers are DEPARTMENT_SELECT_V2. */
export const QUESTION_TYPES = [
  'ADDRESS',
  'BUSINESS_UNIT_SELECT',
  'CUSTOM_SELECT',
  'DATE',
  'DEPARTMENT_SELECT',
  'DISPLAY_ONLY',
  'DOCUMENTS',
  'DUE_DATE',
  'DURATION',
  'EMAIL',
  'END_DATE',
  'ENTITY_SELECT',
  'LOCATION_SELECT',
  'MEMBER_SELECT',
  'MONEY',
  'NEEDS_REQUEST_SIGNER',
  'NUMBER',
  'REQUEST_AMOUNT',
  'REQUEST_OWNER_SELECT',
  'REQUEST_TITLE',
  'SERVICE_SELECT',
  'SPEND_CATEGORY_SELECT',
  'START_DATE',
  'TEXT',
  'VENDOR_SELECT',
  'YES_NO',
] as const
export const questionType = z.enum(QUESTION_TYPES)
export type QuestionType = (typeof QUESTION_TYPES)[number]
