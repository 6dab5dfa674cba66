import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Delegation } from '../../../../schema/approvals/delegates/endpoints.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'
import { fullName, namesText } from '../../../../schema/shared/values.ts'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import classes from './delegates.module.css'
import { delegationBadge } from './words.ts'

const person = (header: string): Column<Delegation> => ({
  id: 'person',
  header,
  width: '11rem',
  card: 'title',
  cell: ({ user }) => <PersonName name={fullName(user)} />,
})

const Limits = ({ row: { categories, maxAmount } }: { row: Delegation }) => {
  if (!categories && !maxAmount) return <span aria-hidden>–</span>
  return (
    <span className={classes.terms}>
      {categories && <span>{namesText(categories)}</span>}
      {maxAmount && <span>up to {formatLimit(maxAmount)}</span>}
    </span>
  )
}

const TERMS: Column<Delegation>[] = [
  {
    id: 'note',
    header: 'Note',
    width: '8rem',
    cell: ({ note }) => (note ? <span className={classes.note}>{note}</span> : <span aria-hidden>–</span>),
  },
  { id: 'limits', header: 'Only', width: '11rem', cell: (row) => <Limits row={row} /> },
  { id: 'from', header: 'From', width: '7rem', cell: ({ startsOn }) => <CalendarDateText date={startsOn} /> },
  { id: 'until', header: 'Until', width: '7rem', cell: ({ endsOn }) => <CalendarDateText date={endsOn} /> },
  { id: 'state', header: 'State', width: '10rem', cell: (row) => <StatusBadge {...delegationBadge(row)} /> },
]

interface OwnTableProps {
  rows: Delegation[] | undefined
  label?: string
  /** What a delegate is for, if there are none. */
  whatFor?: string
  /** Without these the list is read-only. */
  onEdit?: (row: Delegation) => void
  onRemove?: (row: Delegation) => void
}

export const OwnDelegates = ({ rows, label = 'Your delegates', whatFor, onEdit, onRemove }: OwnTableProps) => {
  const columns = useMemo<Column<Delegation>[]>(() => {
    if (!onEdit || !onRemove) return [person('Delegate'), ...TERMS]
    const actions: Column<Delegation> = {
      id: 'actions',
      header: 'Actions',
      width: '5rem',
      align: 'right',
      cell: (row) => <Actions row={row} onEdit={onEdit} onRemove={onRemove} />,
    }
    return [person('Delegate'), ...TERMS, actions]
  }, [onEdit, onRemove])
  return (
    <TableView
      label={label}
      columns={columns}
      rows={rows}
      rowId={(row) => row.user.id}
      placeholderRows={3}
      empty={{ title: 'No delegates yet', ...(whatFor && { text: whatFor }) }}
      {...(onEdit ? { onOpen: onEdit } : {})}
    />
  )
}

interface ActionsProps {
  row: Delegation
  onEdit: (row: Delegation) => void
  onRemove: (row: Delegation) => void
}

const Actions = ({ row, onEdit, onRemove }: ActionsProps) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={`Actions of ${fullName(row.user)}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(row)}>
        Edit delegate
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onRemove(row)}>
        Remove
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const ACTS_FOR = [person('Member'), ...TERMS]

/** People the person acts for, now or soon. Hidden if there are none. */
export const ActsFor = ({ rows }: { rows: Delegation[] }) =>
  rows.length > 0 && (
    <section className={classes.part} aria-labelledby="acts-for">
      <h2 id="acts-for">Acting for</h2>
      <TableView
        label="Members you’re acting for"
        columns={ACTS_FOR}
        rows={rows}
        rowId={(row) => row.user.id}
        rowKeys={false}
        empty={{ title: 'You’re not acting for anyone' }}
      />
      <p className={classes.rules}>
        Their approvals appear on your Home while the delegation is active, and your decision shows both names. You
        can’t approve your own requests, and your delegates don’t get what was delegated to you.
      </p>
    </section>
  )
