import type { Money } from '../../../schema/shared/money.ts'
import type { Address } from '../../lib/address.ts'

/** What kind of thing waits. Decides its picture. */
export type QueueKind =
  | 'request'
  | 'spend-request'
  | 'bill'
  | 'order'
  | 'bank-details'
  | 'payment'
  | 'comment'
  | 'setting'

/** One line of what waits for a person, on Home. */
export interface QueueItem {
  /** Unique among all kinds. */
  key: string
  kind: QueueKind
  title: string
  /** Whose it is and what it belongs to: "Ada Pereira · #12 · Software". */
  about: string
  /** What to do: "Manager approval", "Pay again". */
  step: string
  amount: Money | null
  /** When it began to wait, ISO. */
  since: string | null
  /** Until when it should be done, ISO. */
  dueAt: string | null
  /** Something failed, and goes on only once someone acts. */
  isStuck?: boolean
  /** Where it is done. */
  href: Address
}

export interface QueuePart {
  items: QueueItem[]
  /** More waits than is listed here. */
  isMore?: boolean
}

/** Where lines come from. An area whose things wait for people has one; its code is loaded when it is asked. */
export interface QueueSource {
  /** The key of what it reads, so that what changes it also reads it again. */
  queryKey: readonly unknown[]
  read: (signal: AbortSignal) => Promise<QueuePart>
}
