import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { releaseStatement } from './duplicates.ts'
import { releaseEntered } from './followers.ts'
import { restoreDraws } from './order-match.ts'

/** The number and the order's amounts are free again if the object refuses, and what the bill would have taught is gone. */
export const orRelease = async <T>(context: StaffContext, id: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError)
      await context.db
        .batch([releaseStatement(context, id), ...restoreDraws(context, id), ...releaseEntered(context, id)])
        .catch((failure) => context.log.error('bills.number-not-released', { id, error: String(failure) }))
    throw error
  }
}
