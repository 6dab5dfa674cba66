import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useGo } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { type UnitKind, type UnitRow, unitHref, unitKeys } from './api.ts'
import type { RowActions } from './unit-columns.tsx'
import { UnitDialog } from './unit-dialog.tsx'
import { UnitHistory } from './unit-history.tsx'
import { useUnitRemoval } from './use-unit-removal.tsx'
import { fieldText } from './words.ts'

interface Options {
  /** The dialog for a new unit is open, by the address. */
  isNew: boolean
  onNewClosed: () => void
  /** Whose history is open, by the address. */
  historyOf: string | undefined
  onHistory: (id: string | undefined) => void
}

/** The actions of a list's rows, with their dialogs. Render `dialogs` once on the page. */
export const useUnitActions = (kind: UnitKind, { isNew, onNewClosed, historyOf, onHistory }: Options) => {
  const go = useGo()
  const client = useQueryClient()
  const [edited, setEdited] = useState<UnitRow | null>(null)
  const removal = useUnitRemoval(kind)
  const toggled = useCommand<{ unit: UnitRow; field: RowActionsField; value: boolean }>({
    run: ({ unit, field, value }, { commandId }) =>
      kind.calls.update(unit.id, { version: unit.version, [field.name]: value }, commandId),
    success: (_, { unit, field, value }) => `${unit.name}: ${field.label.toLowerCase()} ${fieldText(field, value)}`,
    invalidates: [unitKeys.all(kind)],
    onError: () => {
      // Someone else may have changed it, so the list is reloaded.
      void client.invalidateQueries({ queryKey: unitKeys.all(kind) })
      return undefined
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: commands keep nothing of the render they were made in
  const actions = useMemo(
    (): RowActions => ({
      edit: setEdited,
      remove: (unit) => void removal.ask(unit),
      merge: removal.merge,
      showHistory: (unit) => onHistory(unit.id),
      toggle: (unit, field, value) =>
        toggled.sendAsync({ unit, field, value }).then(
          () => true,
          () => false,
        ),
    }),
    [kind],
  )
  const dialogs = (
    <>
      <UnitDialog
        kind={kind}
        unit={edited}
        opened={isNew || edited !== null}
        onClose={() => (edited ? setEdited(null) : onNewClosed())}
        {...(kind.page && { onCreated: (id: string) => go.to(unitHref(kind, id)) })}
      />
      <Dialog opened={historyOf !== undefined} onClose={() => onHistory(undefined)} title="History">
        {historyOf !== undefined && <UnitHistory kind={kind} id={historyOf} />}
      </Dialog>
      {removal.dialogs}
    </>
  )
  return { actions, dialogs }
}

type RowActionsField = Parameters<RowActions['toggle']>[1]
