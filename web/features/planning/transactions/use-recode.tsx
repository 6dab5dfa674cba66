import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorMessage } from '../../../lib/errors.ts'
import { formatNumber } from '../../../lib/format.ts'
import { newCommandId } from '../../../lib/rest.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { offer as offerToast } from '../../../ui/toasts/offer.tsx'
import { RECODE_OUTDATES, sendUndo } from './recode-api.ts'

/** Long enough to look at what was changed. */
const OFFERED_MS = 15_000

export const transactionsText = (count: number): string =>
  count === 1 ? '1 transaction' : `${formatNumber(count)} transactions`

/** What follows a change: lists are read again, and the person can undo it. */
export const useRecodeFollowUp = () => {
  const client = useQueryClient()
  const renew = useCallback(() => {
    for (const queryKey of RECODE_OUTDATES) void client.invalidateQueries({ queryKey })
  }, [client])
  const undo = useCallback(
    async (recodeIds: readonly string[]): Promise<void> => {
      try {
        const undone = await Promise.all(recodeIds.map((id) => sendUndo(id, newCommandId())))
        const [restored, kept] = [
          undone.reduce((sum, each) => sum + each.restored, 0),
          undone.reduce((sum, each) => sum + each.kept, 0),
        ]
        if (kept > 0)
          toastError(
            `${transactionsText(restored)} undone. ${transactionsText(kept)} changed since, so they keep what they have now.`,
          )
        else
          toastSuccess(
            undone.some(({ state }) => state === 'UNDOING') ? 'Undoing…' : `${transactionsText(restored)} undone`,
          )
      } catch (error) {
        toastError(errorMessage(error as Error))
      }
      renew()
    },
    [renew],
  )
  const offer = useCallback(
    (text: string, recodeIds: readonly string[]): void => {
      renew()
      if (recodeIds.length === 0) {
        toastSuccess('Nothing changed')
        return
      }
      offerToast(text, 'Undo', OFFERED_MS, () => void undo(recodeIds))
    },
    [renew, undo],
  )
  return { renew, undo, offer }
}
