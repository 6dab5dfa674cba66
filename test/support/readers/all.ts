import { CONFIGURATION_READERS } from './configuration.ts'
import { DOCUMENT_READERS } from './documents.ts'
import { MAIL_READERS } from './mails.ts'
import { TABLE_READERS } from './tables.ts'

export const READERS = [...CONFIGURATION_READERS, ...TABLE_READERS, ...DOCUMENT_READERS, ...MAIL_READERS]
export const PARTS = [0.1, 0.5, 1] as const
