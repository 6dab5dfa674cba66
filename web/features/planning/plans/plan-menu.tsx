import { Menu } from '@mantine/core'
import { IconDownload, IconHistory, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { type Plan, planLinesCsv } from '../../../../schema/planning/plans/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { fillPath } from '../../../lib/encode.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useCan } from '../../platform/session/index.ts'
import { KINDS } from './address.ts'
import { usePlanKinds } from './use-kinds.ts'

interface PlanMenuProps {
  plan: Plan
  onHistory: () => void
  onDelete: () => void
}

/** What can be done with a plan. Everyone who sees it can save what they see as a file. */
export const PlanMenu = ({ plan, onHistory, onDelete }: PlanMenuProps) => {
  const can = useCan()
  const kinds = usePlanKinds(plan)
  return (
    <>
      {can('plans.manage') && (
        <Menu.Item
          component={AppLink}
          href={to('/budget-tracking/budgets/$planId/edit', { planId: plan.id })}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Menu.Item>
      )}
      <Menu.Item
        component="a"
        href={fillPath(planLinesCsv.path, { planId: plan.id })}
        download
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Export as CSV
      </Menu.Item>
      {can('plans.manage') && (
        <>
          {kinds.map((kind) => (
            <Menu.Item
              key={kind}
              component={AppLink}
              href={KINDS[kind].step(plan.id)}
              leftSection={<IconLink size={16} aria-hidden />}
            >
              Link {KINDS[kind].several}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onHistory}>
            History
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete plan
          </Menu.Item>
        </>
      )}
    </>
  )
}
