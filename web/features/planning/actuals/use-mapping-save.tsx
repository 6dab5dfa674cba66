import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { ApiError, errorMessage } from '../../../lib/errors.ts'
import { newCommandId } from '../../../lib/rest.ts'
import { toastError, toastSuccess } from '../../../lib/toasts.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { offer as offerToast } from '../../../ui/toasts/offer.tsx'
import { type Changes, mappingKeys, saveParts, undoParts } from './mapping-api.ts'
import { faultsByRow } from './mapping-edits.ts'

/** Long enough to look at what was saved. */
const OFFERED_MS = 15_000

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

interface Saved {
  saveIds: string[]
  changed: number
  created: number
}

/** Saves changes, and offers to undo them. What can't be saved stays as it is typed, with a message beside its row. */
export const useMappingSave = (kind: MappedKind, target: string, onSaved: () => void) => {
  const client = useQueryClient()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const renewed = () => void client.invalidateQueries({ queryKey: mappingKeys.all })

  const undo = async (saveIds: readonly string[]): Promise<void> => {
    try {
      const undone = await undoParts(saveIds, newCommandId())
      const restored = undone.reduce((sum, part) => sum + part.restored, 0)
      const kept = undone.flatMap((part) => part.kept.map(({ name }) => name))
      const names = kept.slice(0, 3).join(', ') + (kept.length > 3 ? ` and ${kept.length - 3} more` : '')
      if (kept.length > 0)
        toastError(`${rowsText(restored)} undone. ${names} changed since, so they keep what they have now.`)
      else toastSuccess(`${rowsText(restored)} undone`)
    } catch (error) {
      toastError(errorMessage(error as Error))
    }
    renewed()
  }

  const offer = ({ saveIds, changed, created }: Saved): void => {
    const made = created > 0 ? `, ${created === 1 ? `a new ${target}` : `${created} new ones`} added` : ''
    offerToast(`${rowsText(changed)} saved${made}`, 'Undo', OFFERED_MS, () => void undo(saveIds))
  }

  const save = useCommand<Changes, Saved>({
    run: async (changes, { commandId }) => {
      const parts = await saveParts(kind, changes, commandId)
      return {
        saveIds: parts.flatMap(({ saveId }) => saveId ?? []),
        changed: parts.reduce((sum, part) => sum + part.changedIds.length, 0),
        created: parts.reduce((sum, part) => sum + part.created, 0),
      }
    },
    onSuccess: (saved) => {
      setFaults({})
      onSaved()
      renewed()
      if (saved.changed > 0) offer(saved)
    },
    onError: (error, changes) => {
      if (!(error instanceof ApiError)) return false
      // The rows as they are now, under what the person chose.
      if (error.status === 409) renewed()
      const byRow = faultsByRow(
        error.fields ?? {},
        changes.map(({ id }) => id),
      )
      setFaults(byRow)
      return false
    },
  })
  return { save, faults, clearFaults: () => setFaults({}) }
}
