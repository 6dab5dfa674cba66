import { ActionIcon, Menu, Switch, UnstyledButton } from '@mantine/core'
import { IconArrowMerge, IconDots, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import type { Column } from '../../../ui/table/types.ts'
import type { UnitField, UnitKind, UnitRow } from './api.ts'
import { unitHref } from './api.ts'
import { fieldText, mappedNames } from './words.ts'

export interface RowActions {
  edit: (unit: UnitRow) => void
  remove: (unit: UnitRow) => void
  merge: (unit: UnitRow) => void
  showHistory: (unit: UnitRow) => void
  /** Turns a field on or off in the list. Returns false if that failed, which was already shown. */
  toggle: (unit: UnitRow, field: UnitField, value: boolean) => Promise<boolean>
}

/** What every list of units can do with one of them. */
export const UnitMenu = ({ kind, unit, actions }: { kind: UnitKind; unit: UnitRow; actions: RowActions }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={`Actions of ${unit.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => actions.edit(unit)}>
        {kind.fields.length ? 'Edit' : 'Rename'}
      </Menu.Item>
      {!kind.page && (
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => actions.showHistory(unit)}>
          History
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => actions.merge(unit)}>
        Merge into another
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => actions.remove(unit)}>
        Delete
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** Shows the choice at once, and reverts it if saving fails. */
const FieldSwitch = ({ field, unit, toggle }: { field: UnitField; unit: UnitRow; toggle: RowActions['toggle'] }) => {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const saved = unit[field.name] === true
  if (chosen === saved) setChosen(null)
  return (
    <Switch
      aria-label={`${unit.name} ${field.label.toLowerCase()}`}
      checked={chosen ?? saved}
      onChange={async (event) => {
        setChosen(event.currentTarget.checked)
        const isSaved = await toggle(unit, field, event.currentTarget.checked)
        if (!isSaved) setChosen(null)
      }}
    />
  )
}

const fieldColumn = (field: UnitField, { toggle }: RowActions): Column<UnitRow> =>
  field.kind === 'choice'
    ? { id: field.name, header: field.label, width: '11rem', cell: (row) => fieldText(field, row[field.name]) }
    : {
        id: field.name,
        header: field.header,
        width: '9.5rem',
        cell: (row) => <FieldSwitch field={field} unit={row} toggle={toggle} />,
      }

/** The first columns are the most useful. The others can be added. */
const mappingColumn = ({ name, header }: UnitKind['mappings'][number], index: number): Column<UnitRow> => ({
  id: name,
  header,
  width: '10rem',
  card: 'hidden',
  hiddenByDefault: index > 0,
  cell: (row) => mappedNames(row, name) || <span aria-hidden>–</span>,
})

export const columnsOf = (kind: UnitKind, actions: RowActions): Column<UnitRow>[] => [
  {
    id: 'name',
    header: 'Name',
    card: 'title',
    cell: (row) =>
      kind.page ? (
        <AppLink className="ol-link" href={unitHref(kind, row.id)}>
          {row.name}
        </AppLink>
      ) : (
        <UnstyledButton className="ol-link" onClick={() => actions.edit(row)}>
          {row.name}
        </UnstyledButton>
      ),
  },
  ...kind.fields.map((field) => fieldColumn(field, actions)),
  ...(kind.members
    ? [
        {
          id: 'members',
          header: kind.members === 'own' ? 'Members' : 'People',
          align: 'right' as const,
          width: '7rem',
          cell: (row: UnitRow) => formatNumber(row.memberCount ?? 0),
        },
      ]
    : []),
  ...kind.mappings.map(mappingColumn),
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: '6rem',
    always: true,
    cell: (row) => <UnitMenu kind={kind} unit={row} actions={actions} />,
  },
]
