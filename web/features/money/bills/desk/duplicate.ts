import { isApiError } from '../../../../lib/errors.ts'

/** Whether another bill has its number, and which. */
export type Duplicate = { otherId: string | null } | null

/** Reads what the server says about the other bill. */
export const duplicateIn = (error: Error): Duplicate => {
  if (!isApiError(error) || error.reason !== 'DUPLICATE_BILL') return null
  const { bill } = (error.details ?? {}) as { bill?: { id: string } | null }
  return { otherId: bill?.id ?? null }
}
