import type { VendorImportJob } from '../../../core/outbox.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'

/** An import that runs or is undone. */
export interface ImportRow {
  id: string
  fileName: string
  status: 'RUNNING' | 'ROLLING_BACK'
  mapping: string
  existing: 'SKIP' | 'UPDATE'
  doneRow: number
  doneCount: number
  counts: string
}

export interface StoredRow {
  number: number
  cells: string
  outcome: string
  problems: string
  vendorId: string | null
  writtenVersion: number | null
  before: string | null
}

export interface Step {
  context: OutboxContext
  job: VendorImportJob
  companyId: string
  found: ImportRow
}
