import type { Cell } from './sql.ts'

/** What is found: an id, when it changed, and its text. */
export interface Found {
  id: number
  changed: Date | null
  xml: () => string
  type?: string
  day?: Date | null
  isPosting?: boolean
}

export const escapeXml = (value: Cell): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
