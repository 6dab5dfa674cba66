import type { Kind } from '../../shared/kinds.ts'
import { NOTIFICATION_KINDS } from '../notifications/levels.ts'

/** What the bell tells besides what happens to requests. */
export const BELL_KINDS = [
  ...NOTIFICATION_KINDS,
  'DELEGATED',
  'IMPORTED',
  'IMPORT_FAILED',
  'VENDOR',
  'RENEWAL',
  'SOURCING',
  'BANK_DETAILS',
  'PAYMENT',
  'ACTED_FOR',
  'SIGN_ON',
] as const
export type BellKind = (typeof BELL_KINDS)[number]

/** What people can mute. */
export const MUTABLE_KINDS = [
  'INTAKE_SUBMISSION',
  'SPEND_REQUEST',
  'BILL',
  'PURCHASE_ORDER',
  'VENDOR',
  'SERVICE',
  'DOCUMENT',
  'SOURCING_EVENT',
  'TRANSACTION',
] as const satisfies readonly Kind[]
export type MutableKind = (typeof MUTABLE_KINDS)[number]

export const isMutable = (kind: string | null): kind is MutableKind =>
  (MUTABLE_KINDS as readonly (string | null)[]).includes(kind)

/** How long notifications are kept. */
export const KEPT_DAYS = 90
