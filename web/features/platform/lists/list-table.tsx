import { Menu, Pill } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Chip } from '../../../ui/list/chip-list.tsx'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { noMatch } from '../../../ui/table/filters.tsx'
import type { TableEmpty } from '../../../ui/table/types.ts'
import { FilterChips } from './filter-chips.tsx'
import { type FieldsOf, FurtherFilters, ToolbarFilters } from './filter-fields.tsx'
import { useColumnsOnServer } from './kept-columns.ts'
import { SavedViews, useViewFile } from './saved-views.tsx'
import { Totals } from './totals.tsx'
import { fileHref, type UsedList } from './use-list.ts'
import { useTotals } from './use-totals.ts'

interface Identified {
  id: string
}

interface ListTableProps<Row extends Identified>
  extends FieldsOf,
    Pick<DataTableProps<Row>, 'label' | 'columns' | 'rowHref' | 'onOpen' | 'bulkActions' | 'onVisibleColumns'> {
  list: UsedList<Row>
  /** Under which its columns are remembered, if it isn't the list's name. */
  name?: string
  /** Shows the filters of the dialog as chips, and these besides. */
  chips?: readonly Chip<Record<string, unknown>>[]
  /** After the filters. */
  toolbar?: ReactNode
  /** Without any filter. */
  empty: TableEmpty
  /** If no object matches the filters. */
  unmatched?: [title: string, text: string] | TableEmpty | undefined
}

/** For a list that shows its filters as chips and has no others. */
export const NO_CHIPS: readonly Chip<Record<string, unknown>>[] = []

/** A list from its definition: search, filters, saved views, and the table with its remembered columns. */
export const ListTable = <Row extends Identified>(props: ListTableProps<Row>) => {
  const { list, chips, toolbar, empty, unmatched, sources, fields, classes, bulkActions, ...table } = props
  const { shared, clear } = list
  const any = list as UsedList<never>
  const { name, nouns } = list.definition
  useColumnsOnServer(table.name ?? name)
  const totals = useTotals(any)
  const none = unmatched ?? [`No ${nouns} match`, `Change the filters, or view all ${nouns}.`]
  const narrowed = Array.isArray(none) ? noMatch(none[0], none[1], clear) : none
  return (
    <DataTable<Row>
      name={name}
      {...table}
      {...(bulkActions && { bulkActions })}
      rowId={({ id }) => id}
      queryKey={list.queryKey}
      fetchPage={list.fetchPage}
      hasOneSort={list.definition.mostSorts === 1}
      groupFigures={totals.figuresOf}
      toolbar={
        shared ? (
          <Pill size="lg" withRemoveButton onRemove={clear} removeButtonProps={{ 'aria-label': 'Exit this view' }}>
            A shared view
          </Pill>
        ) : (
          <>
            <ToolbarFilters list={any} classes={classes} />
            <FurtherFilters list={any} sources={sources} fields={fields} />
            <SavedViews list={any} />
            {toolbar}
          </>
        )
      }
      underToolbar={
        <>
          {chips && !shared && <FilterChips list={any} sources={sources} more={chips} />}
          {totals.isWanted && <Totals list={any} of={totals} />}
        </>
      }
      empty={list.isNarrowed ? narrowed : empty}
    />
  )
}

const icon = <IconDownload size={16} aria-hidden />

/** In the page's menu: the file with the list's filters. */
export const FileItem = <Row,>({ list, label }: { list: UsedList<Row>; label: string }) => {
  const any = list as UsedList<never>
  const file = useViewFile(any)
  return any.definition.saveFilters ? (
    <Menu.Item leftSection={icon} onClick={() => file.send(undefined)}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item component="a" href={fileHref(any)} download leftSection={icon}>
      {label}
    </Menu.Item>
  )
}
