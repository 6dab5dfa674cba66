/** A company's configuration as a file: what both sides know about it. */

/** The version of the format, the first line of every file. */
export const FILE_VERSION = 1
/** As many characters as a file may have. A large company's has about a quarter. */
export const MAX_FILE_CHARACTERS = 500_000

/** What a file calls by its name, because it isn't part of the file or is elsewhere in it. */
export const REFERENCE_KINDS = [
  'department',
  'businessUnit',
  'location',
  'entity',
  'group',
  'spendCategory',
  'person',
  'vendor',
  'service',
  'document',
  'matrix',
  'matrixColumn',
  'category',
  'serviceField',
  'currency',
] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]

export const REFERENCE_WORDS: Record<ReferenceKind, string> = {
  department: 'department',
  businessUnit: 'business unit',
  location: 'location',
  entity: 'entity',
  group: 'group',
  spendCategory: 'spend category',
  person: 'member',
  vendor: 'vendor',
  service: 'service',
  document: 'document',
  matrix: 'approver matrix',
  matrixColumn: 'column of an approver matrix',
  category: 'category',
  serviceField: 'custom field of services',
  currency: 'currency',
}

/** RUNNING: steps are applied. FAILED: one was refused, and those before it stay. */
export const IMPORT_STATES = ['RUNNING', 'DONE', 'FAILED', 'UNDOING', 'UNDONE', 'UNDO_FAILED'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const STEP_KINDS = ['CREATE', 'CHANGE', 'REMOVE', 'ORDER'] as const
export type StepKind = (typeof STEP_KINDS)[number]
export const STEP_STATES = ['WAITING', 'STARTED', 'DONE', 'UNDOING', 'UNDONE'] as const
export type StepState = (typeof STEP_STATES)[number]

/** For how many days an import can be undone. What it needs for that is kept as long. */
export const UNDO_DAYS = 90
