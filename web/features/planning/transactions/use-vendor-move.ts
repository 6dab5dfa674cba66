import { useCommand } from '../../../lib/use-command.ts'
import { RECODE_OUTDATES, sendVendorMove } from './recode-api.ts'

interface Move {
  add?: string[]
  remove?: string[]
  done: () => void
}

/** Moves expenses to a vendor, or off it. */
export const useVendorMove = (vendorId: string) =>
  useCommand<Move>({
    run: async ({ add = [], remove = [], done }, { commandId }) => {
      await sendVendorMove({ vendorId, transactionIdsToAdd: add, transactionIdsToRemove: remove }, commandId)
      done()
    },
    success: 'Transactions moved',
    invalidates: [...RECODE_OUTDATES],
  })
