import type { ValueKind } from '../../../schema/platform/provisioning/tables.ts'

/** A value of an identity provider whose meaning an admin said. */
export interface ValueMoved {
  kind: ValueKind
  value: string
  /** When they did. A newer word begins again. */
  mappedAt: number
}
