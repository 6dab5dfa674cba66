import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type InUseReason, inUseReasons, MOVABLE_USES } from '../../../../schema/platform/organisation/unit-shapes.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type UnitKind, type UnitRow, unitKeys } from './api.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { UseList } from './use-list.tsx'
import { peopleStay } from './words.ts'

type Named = Pick<UnitRow, 'id' | 'name' | 'memberCount'>

/**
 * Deletes a unit, or merges it into another, and shows what prevents it. Render `dialogs` once on the page.
 * @param onGone leaves the page of the deleted unit, for the list or the remaining unit
 */
export const useUnitRemoval = (kind: UnitKind, onGone?: (intoId: string | null) => void) => {
  const [refused, setRefused] = useState<{ unit: Named; reasons: InUseReason[] } | null>(null)
  const [opened, setOpened] = useState<'refusal' | 'merge' | null>(null)
  const [merged, setMerged] = useState<Named | null>(null)
  const close = () => setOpened(null)
  const merge = (unit: Named): void => {
    setMerged(unit)
    setOpened('merge')
  }
  const remove = useCommand<Named>({
    run: ({ id }, { commandId }) => kind.calls.remove(id, commandId),
    success: (_, { name }) => `${name} deleted`,
    // The page is left for the list, because reloading a deleted unit would find nothing.
    invalidates: onGone ? [] : [unitKeys.all(kind)],
    onSuccess: () => onGone?.(null),
    onError: (error, unit) => {
      if (!isApiError(error, 'RULE_BROKEN') || error.reason !== 'IN_USE') return undefined
      const reasons = inUseReasons.safeParse(error.details)
      if (!reasons.success) return undefined
      setRefused({ unit, reasons: reasons.data })
      setOpened('refusal')
      return true
    },
  })
  const ask = async (unit: Named): Promise<void> => {
    const agreed = await confirm({
      title: `Delete ${unit.name}?`,
      text: `It can no longer be chosen in forms and workflows. ${kind.members === 'own' ? peopleStay(unit.memberCount) : ''}`,
      confirmLabel: `Delete ${kind.noun}`,
      danger: true,
    })
    if (agreed) remove.send(unit)
  }
  const isMovable = refused?.reasons.every((use) => MOVABLE_USES.includes(use.kind)) ?? false
  const dialogs = (
    <>
      <Dialog
        opened={opened === 'refusal'}
        onClose={close}
        title={refused ? `${refused.unit.name} is in use` : 'In use'}
      >
        <Text>
          It cannot be deleted while it is used here. Change these first
          {isMovable ? `, or merge it into another ${kind.noun}, which replaces it everywhere.` : '.'}
          {!isMovable && ' Pending requests must be decided first.'}
        </Text>
        {refused && <UseList reasons={refused.reasons} />}
        <Group justify="flex-end" gap="xs" mt="lg">
          {isMovable && refused && (
            <Button variant="default" onClick={() => merge(refused.unit)}>
              Merge into another
            </Button>
          )}
          <Button data-autofocus onClick={close}>
            Close
          </Button>
        </Group>
      </Dialog>
      <MergeDialog kind={kind} unit={merged} opened={opened === 'merge'} onClose={close} onMerged={onGone} />
    </>
  )
  return { ask, merge, dialogs }
}
