import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconPlus, IconRoute, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { intakeWorkflowSummary } from '../../../../schema/requests/endpoints.ts'
import { type Address, useGo } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { deleteWorkflow, reorderWorkflows, useWorkflows, workflowKeys } from './api.ts'
import classes from './workflow.module.css'
import { WorkflowDialog } from './workflow-dialog.tsx'

type Row = z.output<typeof intakeWorkflowSummary> & {
  /** From 1, in the order in which workflows are tried. */
  position: number
  href: Address
  /** All workflows of the category in order. */
  ids: string[]
}

/** The order with a workflow and its neighbor swapped. */
const swapped = ({ ids, position }: Row, by: -1 | 1): string[] => {
  const from = position - 1
  return ids.with(from, ids[from + by] ?? '').with(from + by, ids[from] ?? '')
}

interface WorkflowListProps {
  categoryId: string
  /** The page of a workflow. */
  hrefOf: (id: string) => Address
  /** 'new', the id of the workflow to rename, or nothing, from the address. */
  dialog: string | undefined
  onDialog: (dialog: string | undefined) => void
}

export const WorkflowList = ({ categoryId, hrefOf, dialog, onDialog }: WorkflowListProps) => {
  const go = useGo()
  const { data, error, refetch } = useWorkflows(categoryId)
  const ids = data?.map((row) => row.id) ?? []
  const rows = data?.map((row, i): Row => ({ ...row, position: i + 1, href: hrefOf(row.id), ids }))
  const remove = useCommand<Row>({
    run: (row, { commandId }) => deleteWorkflow(categoryId, row.id, commandId),
    success: (_, row) => `${row.label} deleted`,
    invalidates: [workflowKeys.ofCategory(categoryId), workflowKeys.holders],
    onSuccess: () => document.getElementById('new-workflow')?.focus(),
  })
  const reorder = useCommand<string[]>({
    run: (ids, { commandId }) => reorderWorkflows(categoryId, ids, commandId),
    invalidates: [workflowKeys.ofCategory(categoryId)],
    onError: () => {
      void refetch()
      return undefined
    },
  })
  const { send } = remove
  const { send: sendOrder } = reorder
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers only send, what they close over stays the same
  const columns = useMemo((): Column<Row>[] => {
    const askToDelete = async (row: Row): Promise<void> => {
      const agreed = await confirm({
        title: `Delete the workflow ${row.label}?`,
        text: 'Requests in progress are unaffected. New requests use the next workflow that matches.',
        confirmLabel: 'Delete workflow',
        danger: true,
      })
      if (agreed) send(row)
    }
    return [
      {
        id: 'label',
        header: 'Workflow',
        card: 'title',
        cell: (row) => (
          <AppLink className="ol-link" href={row.href}>
            {row.label}
          </AppLink>
        ),
      },
      { id: 'position', header: 'Tried', width: '90px', cell: (row) => ordinal(row.position) },
      {
        id: 'entry',
        header: 'Taken when',
        width: '180px',
        cell: (row) => (row.hasEntryPoints ? 'Conditions match' : 'Always'),
      },
      { id: 'levels', header: 'Levels', width: '90px', align: 'right', cell: (row) => row.levelCount },
      { id: 'rules', header: 'Rules', width: '90px', align: 'right', cell: (row) => row.ruleCount },
      { id: 'updated', header: 'Changed', width: '140px', cell: (row) => <DateText instant={row.updatedAt} /> },
      {
        id: 'actions',
        header: 'Actions',
        width: '84px',
        card: 'pair',
        cell: (row) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon size="sm" aria-label={`Actions of ${row.label}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onDialog(row.id)}>
                Rename
              </Menu.Item>
              {row.position > 1 && (
                <Menu.Item
                  leftSection={<IconArrowUp size={16} aria-hidden />}
                  onClick={() => sendOrder(swapped(row, -1))}
                >
                  Try earlier
                </Menu.Item>
              )}
              {row.position < row.ids.length && (
                <Menu.Item
                  leftSection={<IconArrowDown size={16} aria-hidden />}
                  onClick={() => sendOrder(swapped(row, 1))}
                >
                  Try later
                </Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void askToDelete(row)}
              >
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
      },
    ]
  }, [])
  const newButton = (
    <Button
      id="new-workflow"
      size="sm"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => onDialog('new')}
    >
      New workflow
    </Button>
  )
  const renamed = rows?.find((row) => row.id === dialog) ?? null
  return (
    <div>
      <div className={classes.listTop}>
        <p>Workflows are checked from the top. The first match runs.</p>
        {rows && rows.length > 0 && newButton}
      </div>
      <TableView
        label="Workflows"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowHref={(row) => row.href}
        error={error}
        onRetry={() => void refetch()}
        empty={{
          icon: <IconRoute size={20} aria-hidden />,
          title: 'No workflows yet',
          text: 'A workflow says who approves a request, in what order and when. Without one, requests in this category are approved as soon as they’re submitted.',
          action: newButton,
        }}
      />
      <WorkflowDialog
        categoryId={categoryId}
        workflow={renamed}
        opened={dialog === 'new' || renamed !== null}
        onClose={() => onDialog(undefined)}
        onDone={(id) => {
          if (renamed) onDialog(undefined)
          else go.instead(hrefOf(id))
        }}
      />
    </div>
  )
}

const ordinal = (position: number): string => {
  const rest = position % 100 > 10 && position % 100 < 14 ? 0 : position % 10
  return `${position}${['th', 'st', 'nd', 'rd'][rest] ?? 'th'}`
}
