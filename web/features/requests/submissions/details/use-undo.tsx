import { useQueryClient } from '@tanstack/react-query'
import { UNDO_MS } from '../../../../../schema/approvals/engine/undo.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { offer } from '../../../../ui/toasts/offer.tsx'
import { useSubjectApi } from '../subject-api.ts'

/** The answer takes time to arrive, so the button disappears early. */
const SHOWN_MS = UNDO_MS - 1_000

/** Confirms a decision, with a button to undo it. It stays when the person goes to another page. */
export const useUndoOffer = (submissionId: string): ((message: string, sequence: number) => void) => {
  const client = useQueryClient()
  const { keyOf, undo: undoDecision } = useSubjectApi()
  const undo = useCommand({
    run: (sequence: number, { commandId }) => undoDecision(submissionId, { sequence }, commandId),
    success: 'Decision undone',
    invalidates: [keyOf(submissionId)],
    onError: () => {
      void client.invalidateQueries({ queryKey: keyOf(submissionId) })
      return undefined
    },
  })
  return (message, sequence) => {
    offer(message, 'Undo', SHOWN_MS, () => undo.send(sequence))
  }
}
