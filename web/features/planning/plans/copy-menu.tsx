import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { KINDS } from './address.ts'
import { copyLinks, usePlans } from './api.ts'

interface CopyMenuProps {
  planId: string
  kind: PlanMappingKind
  disabled: boolean
  onCopied: () => void
}

/** Links what is linked to nothing as in another plan, such as last year's. */
export const CopyMenu = ({ planId, kind, disabled, onCopied }: CopyMenuProps) => {
  const [opened, setOpened] = useState(false)
  const { data } = usePlans(opened)
  const { one, several } = KINDS[kind]
  const others = data?.filter(({ id, fields }) => id !== planId && fields.includes(kind))
  const copy = useCommand<string, { linked: number }>({
    run: (fromPlanId, { commandId }) => copyLinks(planId, kind, fromPlanId, commandId),
    success: ({ linked }) =>
      linked === 0
        ? `No other ${several} have the same names there`
        : `${formatNumber(linked)} ${linked === 1 ? one : several} linked`,
    onSuccess: onCopied,
  })
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-md" disabled={disabled} loading={copy.isPending}>
          Copy from another plan
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others?.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => copy.send(id)}>
            {name}
          </Menu.Item>
        ))}
        {others?.length === 0 && <Menu.Item disabled>No other plan names {several}</Menu.Item>}
        {!others && <Menu.Item disabled>Loading…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
