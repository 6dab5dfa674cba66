import { NativeSelect } from '@mantine/core'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import {
  EXPENSE_ACCOUNT_TYPES,
  REVENUE_ACCOUNT_TYPES,
  TRACKING_LEVELS,
} from '../../../../schema/platform/accounting/values.ts'
import { isNowhere } from '../../../ui/focus/nowhere.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ChoiceCell } from './choice-cell.tsx'
import classes from './mapping.module.css'
import { targetSource } from './mapping-api.ts'
import { type Edit, type EditedRow, type Edits, editedRow } from './mapping-edits.ts'
import type { MappingKind } from './mapping-kinds.ts'

type Open = { id: string; column: 'target' | 'department' | 'businessUnit' } | null

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface MappingTableProps {
  of: MappingKind
  rows: readonly MappingRow[]
  edits: Edits
  faults: Record<string, string>
  selected: ReadonlySet<string>
  /** The row that has the keyboard. */
  active: string | null
  open: Open
  onActive: (id: string) => void
  onOpen: (open: Open) => void
  onTick: (row: MappingRow) => void
  onTickSelected: () => void
  onEdit: (row: MappingRow, edit: Edit) => void
  onSelect: (ids: readonly string[], isSelected: boolean) => void
}

const LEVEL_WORDS: Record<MappingRow['trackingLevel'], string> = {
  ALL_TRANSACTIONS: 'All transactions',
  TRANSACTIONS_WITH_DEPARTMENT: 'With a department',
  NONE: 'None',
}
const TYPE_WORDS: Record<NonNullable<MappingRow['type']>, string> = {
  COGS: 'COGS',
  OPEX: 'OPEX',
  OTHER_EXPENSE: 'Other',
  REVENUE: 'Revenue',
  OTHER_INCOME: 'Other income',
}

const HEADERS: Record<MappingKind['columns'][number], string> = {
  tracked: 'Tracked',
  department: 'Department',
  businessUnit: 'Business unit',
  level: 'Tracking',
  payroll: 'Payroll',
  type: 'Type',
  number: 'Number',
  status: 'Status',
}

/**
 * The rows of a mapping page, for the keyboard first: arrows go from row to row, Space ticks, Enter opens the choice,
 * X selects, Ctrl A all of them, Space on a selected row ticks all that are, and Tab goes through the fields of the row.
 */
export const MappingTable = (props: MappingTableProps) => {
  const { of, rows, edits, faults, selected, active, open, onActive, onOpen, onTick, onTickSelected, onSelect } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const focusRow = (id: string | undefined): void => {
    if (id) body.current?.querySelector<HTMLElement>(`tr[data-id="${id}"]`)?.focus()
  }
  const wasOpen = useRef<Open>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a list closes, the keyboard goes on at its row
  useEffect(() => {
    if (wasOpen.current && !open && isNowhere()) focusRow(wasOpen.current.id)
    wasOpen.current = open
  }, [open])

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>('tr[data-id]')
    const at = rows.findIndex(({ id }) => id === row?.dataset.id)
    const current = rows[at]
    const isOnRow = event.target === row
    if (isOnRow && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      onSelect(
        rows.map(({ id }) => id),
        true,
      )
    }
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && (isOnRow || !(event.target instanceof HTMLSelectElement))) {
      event.preventDefault()
      const next = rows[at + move]
      if (event.shiftKey && next) onSelect([current.id, next.id], true)
      focusRow(next?.id)
    } else if (isOnRow && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault()
      focusRow((event.key === 'Home' ? rows[0] : rows.at(-1))?.id)
    } else if (isOnRow && event.key === ' ') {
      event.preventDefault()
      if (selected.size > 1 && selected.has(current.id)) onTickSelected()
      else onTick(current)
    } else if (isOnRow && event.key === 'Enter') {
      event.preventDefault()
      onOpen({ id: current.id, column: 'target' })
    } else if (isOnRow && event.key.toLowerCase() === 'x') {
      onSelect([current.id], !selected.has(current.id))
    }
  }
  const allSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id))
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={of.title}>
        <thead>
          <tr>
            <th className={classes.check}>
              <input
                type="checkbox"
                aria-label="Select all rows on the page"
                checked={allSelected}
                onChange={() =>
                  onSelect(
                    rows.map(({ id }) => id),
                    !allSelected,
                  )
                }
              />
            </th>
            <th className={classes.check}>Mapped</th>
            <th>
              Accounting {of.kind.endsWith('ACCOUNT') ? 'account' : of.plural.replace(/ies$/, 'y').replace(/s$/, '')}
            </th>
            {of.columns.includes('number') && <th>Number</th>}
            <th data-align="right">{of.amount}</th>
            <th>{capital(of.target)}</th>
            {of.columns
              .filter((column) => column !== 'number')
              .map((column) => (
                <th key={column}>{HEADERS[column]}</th>
              ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows.map((row, at) => (
            <Row
              key={row.id}
              {...props}
              row={row}
              edited={editedRow(row, edits)}
              isDirty={edits.has(row.id)}
              fault={faults[row.id]}
              isSelected={selected.has(row.id)}
              isActive={active === null || !rows.some(({ id }) => id === active) ? at === 0 : active === row.id}
              opened={open?.id === row.id ? open.column : null}
              onActive={onActive}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends MappingTableProps {
  row: MappingRow
  edited: EditedRow
  isDirty: boolean
  fault: string | undefined
  isSelected: boolean
  isActive: boolean
  opened: NonNullable<Open>['column'] | null
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.row === b.row &&
  a.edits.get(a.row.id) === b.edits.get(b.row.id) &&
  a.fault === b.fault &&
  a.isSelected === b.isSelected &&
  a.isActive === b.isActive &&
  a.opened === b.opened &&
  a.of === b.of

const Row = memo(({ of, row, edited, isDirty, fault, isSelected, isActive, opened, ...on }: RowProps) => {
  const { id, name } = row
  const tab = isActive ? 0 : -1
  const shown = (column: MappingKind['columns'][number]): boolean => of.columns.includes(column)
  const unit = (column: 'department' | 'businessUnit', kind: 'department' | 'business-unit', empty: string) => (
    <td data-label={HEADERS[column]}>
      <ChoiceCell
        label={`${HEADERS[column]} of ${name}`}
        value={edited[column]}
        empty={empty}
        name={kind}
        kind={kind}
        opened={opened === column}
        reachable={isActive}
        onOpen={() => on.onOpen({ id, column })}
        onClose={() => on.onOpen(null)}
        onChange={(value) => on.onEdit(row, { [column]: value?.id ? { id: value.id, name: value.name } : null })}
      />
    </td>
  )
  return (
    <tr
      data-id={id}
      data-dirty={isDirty || undefined}
      data-selected={isSelected || undefined}
      tabIndex={tab}
      onFocus={() => on.onActive(id)}
      aria-label={`${name}: ${edited.target?.name ?? (edited.isDismissed ? 'dismissed' : 'not mapped')}${isDirty ? ', not saved' : ''}`}
    >
      <td className={classes.check}>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          tabIndex={tab}
          checked={isSelected}
          onChange={() => on.onSelect([id], !isSelected)}
        />
      </td>
      <td className={classes.check} data-label="Mapped">
        <input
          type="checkbox"
          aria-label={`Map ${name}`}
          tabIndex={tab}
          checked={edited.target !== null}
          onChange={() => on.onTick(row)}
        />
      </td>
      <th scope="row" className={classes.name} title={name}>
        {name}
        {!row.isActive && <span className={classes.mark}>Inactive</span>}
        {edited.isDismissed && <span className={classes.mark}>Dismissed</span>}
        {fault && (
          <span role="alert" className={classes.fault}>
            {fault}
          </span>
        )}
      </th>
      {shown('number') && <td data-label="Number">{row.number ?? '–'}</td>}
      <td data-align="right" data-label={of.amount}>
        <MoneyText money={row.last12} />
      </td>
      <td className={classes.target} data-label={capital(of.target)}>
        <ChoiceCell
          label={`${of.target} of ${name}`}
          value={edited.target}
          empty={row.proposal && !edited.isDismissed ? `Suggested: ${row.proposal.name}` : 'Not mapped'}
          name={of.target}
          kind={of.options ?? 'spend-category'}
          load={targetSource(of)}
          opened={opened === 'target'}
          reachable={isActive}
          onOpen={() => on.onOpen({ id, column: 'target' })}
          onClose={() => on.onOpen(null)}
          onChange={(target) => on.onEdit(row, { target })}
        />
      </td>
      {shown('tracked') && (
        <td className={classes.check} data-label="Tracked">
          <input
            type="checkbox"
            aria-label={`Track transactions of ${name}`}
            tabIndex={tab}
            checked={edited.isTracked}
            onChange={() => on.onEdit(row, { isTracked: !edited.isTracked })}
          />
        </td>
      )}
      {shown('department') &&
        unit('department', 'department', of.kind === 'REVENUE_ACCOUNT' ? 'Total company' : 'None')}
      {shown('businessUnit') && unit('businessUnit', 'business-unit', 'None')}
      {shown('level') && (
        <td data-label="Tracking">
          <NativeSelect
            size="xs"
            aria-label={`Tracking of ${name}`}
            tabIndex={tab}
            data={TRACKING_LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
            value={edited.trackingLevel}
            onChange={({ currentTarget }) =>
              on.onEdit(row, { trackingLevel: currentTarget.value as MappingRow['trackingLevel'] })
            }
          />
        </td>
      )}
      {shown('payroll') && (
        <td className={classes.check} data-label="Payroll">
          <input
            type="checkbox"
            aria-label={`${name} is payroll`}
            tabIndex={tab}
            checked={edited.isPayroll}
            onChange={() => on.onEdit(row, { isPayroll: !edited.isPayroll })}
          />
        </td>
      )}
      {shown('type') && (
        <td data-label="Type">
          <NativeSelect
            size="xs"
            aria-label={`Type of ${name}`}
            tabIndex={tab}
            data={(of.kind === 'EXPENSE_ACCOUNT' ? EXPENSE_ACCOUNT_TYPES : REVENUE_ACCOUNT_TYPES).map((value) => ({
              value,
              label: TYPE_WORDS[value],
            }))}
            value={edited.type ?? ''}
            onChange={({ currentTarget }) => on.onEdit(row, { type: currentTarget.value as MappingRow['type'] })}
          />
        </td>
      )}
      {shown('status') && <td data-label="Status">{row.isActive ? 'Active' : 'Inactive'}</td>}
    </tr>
  )
}, sameRow)
Row.displayName = 'Row'

export type { Open }
