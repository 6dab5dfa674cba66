import { z } from 'zod'
import { humanize, type Option } from '../../shared/values.ts'

/** Types that a document can have (specification 2 §3). */
export const DOCUMENT_TYPES = [
  'AMENDMENT',
  'BILL',
  'BUSINESS_CONTINUITY_AND_DISASTER_RECOVERY',
  'BUSINESS_VERIFICATION',
  'CERTIFICATE_OF_INSURANCE',
  'COMPLIANCE_POLICY',
  'DATA_VENDOR_QUESTIONNAIRE',
  'DPA',
  'FINANCIALS',
  'INFORMATION_SECURITY_POLICY',
  'INVOICE',
  'ISO_27001',
  'MSA',
  'NDA',
  'ORDER_FORM',
  'OTHER',
  'PENETRATION_TEST',
  'RECEIPT',
  'SERVICING_POLICY',
  'SOC_2_TYPE_II_REPORT',
  'SOC_2_TYPE_I_REPORT',
  'SOW',
  'THIRD_PARTY_RISK_MANAGEMENT_POLICY',
  'UNKNOWN',
  'VENDOR_SECURITY_QUESTIONNAIRE',
  'W_9',
] as const
export const documentType = z.enum(DOCUMENT_TYPES)
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Types as people write them. Others are readable as they are. */
const NAMES: Partial<Record<DocumentType, string>> = {
  ISO_27001: 'ISO 27001',
  SOC_2_TYPE_I_REPORT: 'SOC 2 Type I report',
  SOC_2_TYPE_II_REPORT: 'SOC 2 Type II report',
  W_9: 'W-9',
}

/** Abbreviations such as NDA stay as they are. */
export const typeName = (type: string): string =>
  NAMES[type as DocumentType] ?? (type.length > 3 ? humanize(type) : type)

export const TYPE_OPTIONS: Option[] = DOCUMENT_TYPES.map((value) => ({ value, label: typeName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label),
)
