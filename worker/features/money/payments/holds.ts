import type { BaseContext } from '../../../core/operation.ts'

/**
 * What keeps payments from being started besides their own rules. An area that holds payments registers once, when its
 * jobs.ts and rest.ts are loaded, and payments don't know it.
 */

export interface PaymentHold {
  /** SQL of a text about payment `p`, or of NULL while nothing holds it. */
  column: string
  /** Why it can't be started, in words. */
  wordsOf: (text: string) => string
  /** Looks again at payments that someone starts, in the batch before it is decided. */
  refresh: (
    context: Pick<BaseContext, 'db' | 'clock' | 'log'>,
    companyId: string,
    paymentIds: readonly string[],
  ) => Promise<void>
}

const holds: PaymentHold[] = []

export const registerPaymentHold = (hold: PaymentHold): void => {
  if (!holds.includes(hold)) holds.push(hold)
}

/** SQL of what holds payment `p`. NULL while nothing does. */
export const HELD_BY = (): string => {
  if (holds.length === 0) return 'NULL'
  const [first] = holds
  return first && holds.length === 1 ? first.column : `coalesce(${holds.map(({ column }) => column).join(', ')})`
}

export const heldFault = (heldBy: string | null): string | null =>
  heldBy === null ? null : (holds.map(({ wordsOf }) => wordsOf(heldBy)).find(Boolean) ?? 'A check holds this payment.')

export const refreshHolds = async (
  context: Pick<BaseContext, 'db' | 'clock' | 'log'>,
  companyId: string,
  paymentIds: readonly string[],
): Promise<void> => {
  for (const { refresh } of holds) await refresh(context, companyId, paymentIds)
}
