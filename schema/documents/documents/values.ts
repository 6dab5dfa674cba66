import { z } from 'zod'

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

/** Allowed uploads by extension (specification 2 §5), with the media type each is stored as. */
export const UPLOAD_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024

export const fileExtension = (fileName: string): string =>
  fileName.includes('.') ? (fileName.split('.').pop() ?? '').toLowerCase() : ''

export const FILE_TYPE_NOT_ALLOWED = 'File type is not allowed.'

/** The checks of a file, however it arrives: the same rules for uploads and emails. */
export type FileProblem = 'TYPE_NOT_ALLOWED' | 'CONTENT_MISMATCH' | 'TOO_LARGE' | 'EMPTY'

export const fileProblemText = (problem: FileProblem): string => {
  if (problem === 'TYPE_NOT_ALLOWED') return FILE_TYPE_NOT_ALLOWED
  if (problem === 'CONTENT_MISMATCH') return 'The file’s content doesn’t match its type.'
  return problem === 'TOO_LARGE' ? 'The file is larger than 50 MB.' : 'The file is empty.'
}

/** The message for chosen files, or null if all of them are allowed. If one isn't, none is accepted. */
export const refusedFilesMessage = (fileNames: string[]): string | null => {
  const bad = fileNames.filter((name) => !Object.hasOwn(UPLOAD_TYPES, fileExtension(name))).length
  if (bad === 0) return null
  if (fileNames.length === 1) return FILE_TYPE_NOT_ALLOWED
  return bad === 1 ? 'One of the files is not allowed.' : `${bad} of the files are not allowed.`
}

export const DOCUMENT_FILTERS = ['ACTIVE', 'ALL', 'ARCHIVED'] as const
