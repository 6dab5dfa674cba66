import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFlask, IconPencil, IconPlus, IconRoute, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { rulesByKind } from '../../../../schema/approvals/rule-sets/words.ts'
import { useGo } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { useCompany } from '../../platform/session/index.ts'
import { plural } from '../workflows/index.ts'
import { type RuleSetAnswer, useRuleSets } from './api.ts'
import { NameDialog } from './name-dialog.tsx'
import { useRuleSubject } from './rule-subject.ts'
import { useDeleteRuleSet } from './use-delete-rule-set.ts'

const search = z.object({ dialog: z.enum(['new']).optional().catch(undefined) })

/** "Software and 2 more" */
const covered = ({ names }: RuleSetAnswer, ids: readonly string[]): string => {
  const [first, ...others] = ids
  if (first === undefined) return 'All'
  const name = names[first] ?? 'Deleted'
  return others.length > 0 ? `${name} and ${others.length} more` : name
}

/** "4 in 2 levels" */
const ruleText = ({ levels }: RuleSetAnswer): string => {
  const rules = levels.reduce((sum, level) => sum + rulesByKind(level).length, 0)
  if (rules === 0) return 'None'
  return `${rules} in ${plural(levels.length, 'level')}`
}

/** Settings › Spend rules, or Settings › Payments › Bill rules. */
export const RuleSetList = ({ tabs }: { tabs?: ReactNode }) => {
  const go = useGo()
  const { hrefOf, simulateHref, words } = useRuleSubject()
  const { enableBusinessUnits } = useCompany()
  const [{ dialog }, setSearch] = usePageSearch(search)
  const [renamed, setRenamed] = useState<RuleSetAnswer | null>(null)
  const { data, error, refetch } = useRuleSets()
  const ask = useDeleteRuleSet()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking keeps nothing of the render it was made in
  const columns = useMemo((): Column<RuleSetAnswer>[] => {
    const units: Column<RuleSetAnswer> = {
      id: 'businessUnits',
      header: 'Business units',
      width: '8rem',
      cell: (row) => covered(row, row.businessUnitIds),
    }
    return [
      {
        id: 'name',
        header: 'Name',
        card: 'title',
        width: '14rem',
        cell: (row) => (
          <AppLink className="ol-link" href={hrefOf(row.id)}>
            {row.name}
          </AppLink>
        ),
      },
      {
        id: 'spendCategories',
        header: 'Spend categories',
        width: '11rem',
        cell: (row) => covered(row, row.spendCategoryIds),
      },
      { id: 'departments', header: 'Departments', width: '8rem', cell: (row) => covered(row, row.departmentIds) },
      ...(enableBusinessUnits ? [units] : []),
      { id: 'rules', header: 'Rules', width: '7.5rem', cell: ruleText },
      { id: 'updated', header: 'Changed', width: '7rem', cell: (row) => <DateText instant={row.updatedAt} /> },
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        width: '5rem',
        always: true,
        cell: (row) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`Actions of ${row.name}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenamed(row)}>
                Rename
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask(row)}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
      },
    ]
  }, [enableBusinessUnits, hrefOf])
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ dialog: 'new' })}>
      New rule set
    </Button>
  )
  return (
    <>
      <PageHeader
        title={words.title}
        subtitle={words.purpose}
        action={create}
        menu={
          <Menu.Item leftSection={<IconFlask size={16} aria-hidden />} onClick={() => go.to(simulateHref)}>
            {words.simulateLabel}
          </Menu.Item>
        }
      />
      {tabs}
      <TableView
        label="Rule sets"
        columns={columns}
        rows={data}
        rowId={(row) => row.id}
        rowHref={(row) => hrefOf(row.id)}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{
          icon: <IconRoute size={20} aria-hidden />,
          title: 'No rule sets yet',
          text: words.empty,
          action: create,
        }}
      />
      <NameDialog
        ruleSet={renamed}
        opened={dialog === 'new' || renamed !== null}
        onClose={() => (renamed ? setRenamed(null) : setSearch({ dialog: undefined }))}
        onCreated={(id) => go.to(hrefOf(id))}
      />
    </>
  )
}
