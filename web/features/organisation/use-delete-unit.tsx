import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type InUseReason, inUseReasons } from '../../../schema/organisation/endpoints.ts'
import { isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type UnitKind, type UnitRow, unitKeys } from './api.ts'
import classes from './organisation.module.css'

type Named = Pick<UnitRow, 'id' | 'name' | 'memberCount'>

/** Asks, deletes, and shows what stands in the way when it is in use. Render `refusal` once on the page. */
export const useDeleteUnit = (kind: UnitKind, onDeleted?: () => void) => {
  const [refused, setRefused] = useState<{ unit: Named; reasons: InUseReason[] } | null>(null)
  const [opened, setOpened] = useState(false)
  const remove = useCommand<Named>({
    run: ({ id }, { commandId }) => kind.calls.remove(id, commandId),
    success: (_, { name }) => `${name} deleted`,
    // A detail page is left for the list: asking again for what is gone would only find nothing.
    invalidates: onDeleted ? [] : [unitKeys.all(kind)],
    onSuccess: onDeleted,
    onError: (error, unit) => {
      if (!isApiError(error, 'RULE_BROKEN') || error.reason !== 'IN_USE') return undefined
      const reasons = inUseReasons.safeParse(error.details)
      if (!reasons.success) return undefined
      setRefused({ unit, reasons: reasons.data })
      setOpened(true)
      return true
    },
  })
  const ask = async (unit: Named): Promise<void> => {
    const people = unit.memberCount === 1 ? 'Its member stays' : `Its ${unit.memberCount} members stay`
    const agreed = await confirm({
      title: `Delete ${unit.name}?`,
      text: `It can no longer be chosen in forms and workflows. ${unit.memberCount ? `${people} in the company.` : ''}`,
      confirmLabel: `Delete ${kind.noun}`,
      danger: true,
    })
    if (agreed) remove.send(unit)
  }
  const refusal = (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      title={refused ? `${refused.unit.name} is in use` : 'In use'}
    >
      <Text>It cannot be deleted while it is used here. Change these first, then delete the {kind.noun}.</Text>
      <ul className={classes.reasons}>
        {refused?.reasons.map(({ text, href }) => (
          <li key={`${href} ${text}`}>
            <AppLink className="ol-link" href={href}>
              {text}
            </AppLink>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => setOpened(false)}>
          Close
        </Button>
      </Group>
    </Dialog>
  )
  return { ask, refusal }
}
