import { useState } from 'react'
import { type InUseReason, inUseReasons } from '../../../../schema/platform/organisation/endpoints.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { deleteMatrix, matrixKeys } from './api.ts'
import { InUseDialog } from './in-use-dialog.tsx'

interface Named {
  id: string
  name: string
}

/** Asks, deletes, and shows the workflows that use it. Render `refusal` once on the page. */
export const useDeleteMatrix = (onDeleted?: () => void) => {
  const [refused, setRefused] = useState<{ message: string; name: string; reasons: InUseReason[] } | null>(null)
  const remove = useCommand<Named>({
    run: ({ id }, { commandId }) => deleteMatrix(id, commandId),
    success: (_, { name }) => `${name} deleted`,
    invalidates: [[...matrixKeys.list]],
    onSuccess: onDeleted,
    onError: (error, { name }) => {
      if (!isApiError(error, 'RULE_BROKEN') || error.reason !== 'IN_USE') return undefined
      setRefused({ message: error.message, name, reasons: inUseReasons.catch([]).parse(error.details) })
      return true
    },
  })
  const ask = async (matrix: Named): Promise<void> => {
    const agreed = await confirm({
      title: `Delete ${matrix.name}?`,
      text: 'It can no longer be used in workflows. Requests in progress are unaffected.',
      confirmLabel: 'Delete matrix',
      danger: true,
    })
    if (agreed) remove.send(matrix)
  }
  const refusal = (
    <InUseDialog
      title={refused ? `${refused.name} is in use` : 'In use'}
      text={refused?.message ?? ''}
      reasons={refused?.reasons ?? null}
      onClose={() => setRefused(null)}
    />
  )
  return { ask, refusal }
}
