import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconTable, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { CONDITION_LABELS } from '../../../../schema/approvals/approver-matrix/model.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { type MatrixHead, useMatrices } from './api.ts'
import { NameDialog } from './name-dialog.tsx'
import { useDeleteMatrix } from './use-delete-matrix.tsx'

const search = z.object({ dialog: z.enum(['new']).optional().catch(undefined) })

const PURPOSE =
  'Who approves for each department, entity, business unit and category. Workflows use its columns as approvers.'

const hrefOf = (id: string): Address =>
  to('/settings/manage-approver-matrix/$approverMatrixId', { approverMatrixId: id })

/** Settings › Approver matrix. */
export const MatrixList = () => {
  const go = useGo()
  const [{ dialog }, setSearch] = usePageSearch(search)
  const [renamed, setRenamed] = useState<MatrixHead | null>(null)
  const { data, error, refetch } = useMatrices()
  const { ask, refusal } = useDeleteMatrix()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking keeps nothing of the render it was made in
  const columns = useMemo(
    (): Column<MatrixHead>[] => [
      {
        id: 'name',
        header: 'Name',
        card: 'title',
        cell: (row) => (
          <AppLink className="ol-link" href={hrefOf(row.id)}>
            {row.name}
          </AppLink>
        ),
      },
      {
        id: 'conditions',
        header: 'Conditions',
        width: '12rem',
        cell: (row) =>
          row.conditionColumns.map((column) => CONDITION_LABELS[column.conditionType]).join(', ') || 'None',
      },
      {
        id: 'approvers',
        header: 'Approver columns',
        width: '12rem',
        cell: (row) => row.approverColumns.map((column) => column.name).join(', ') || 'None',
      },
      { id: 'rows', header: 'Rows', align: 'right', width: '5rem', cell: (row) => formatNumber(row.rowCount) },
      { id: 'updated', header: 'Changed', width: '8rem', cell: (row) => <DateText instant={row.updatedAt} /> },
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        width: '6rem',
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
    ],
    [],
  )
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSearch({ dialog: 'new' })}>
      New matrix
    </Button>
  )
  return (
    <>
      <PageHeader title="Approver matrix" subtitle={PURPOSE} action={create} />
      <TableView
        label="Approver matrices"
        columns={columns}
        rows={data}
        rowId={(row) => row.id}
        rowHref={(row) => hrefOf(row.id)}
        error={error}
        onRetry={() => void refetch()}
        placeholderRows={4}
        empty={{
          icon: <IconTable size={20} aria-hidden />,
          title: 'No approver matrices yet',
          text: 'Keep one table of who approves what instead of a rule for each department. Workflows look it up.',
          action: create,
        }}
      />
      <NameDialog
        matrix={renamed}
        opened={dialog === 'new' || renamed !== null}
        onClose={() => (renamed ? setRenamed(null) : setSearch({ dialog: undefined }))}
        onCreated={(id) => go.to(hrefOf(id))}
      />
      {refusal}
    </>
  )
}
