import { OFFICE_BOMBS } from './office-bombs.ts'
import { PDF_BOMBS } from './pdf-bombs.ts'
import { TEXT_BOMBS } from './text-bombs.ts'

export type OfficeKind = 'docx' | 'xlsx' | 'pptx'

export interface Bomb {
  name: string
  /** What reads it: a file parser, turning an email into a PDF, or the rules on a text. */
  kind: OfficeKind | 'pdf' | 'mail' | 'text'
  make(): Uint8Array
}

export const BOMBS: Bomb[] = [...PDF_BOMBS, ...OFFICE_BOMBS, ...TEXT_BOMBS]
