import { ActionIcon, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { focusSoon } from '../../../../ui/builder/focus.ts'
import { Select } from '../../../../ui/choices/select.tsx'
import { SortableList } from '../../../../ui/reorder/sortable-list.tsx'
import classes from './columns.module.css'

export const MAX_COLUMN_NAME = 60

/** Ids of a column's heading, and without an id of the picker for the next one. */
export const columnElementId = (list: string, id = ''): string => `column-${list}-${id}`

interface ColumnRowsProps {
  /** Distinguishes this list of columns from others on the page. */
  list: string
  /** The columns' list: "the vendor list". */
  of: string
  columns: { id: string; name: string; about: string }[]
  choices: { group: string; items: { value: string; label: string }[] }[]
  /** By column, or without an id for no particular one. */
  problems: { id: string; message: string }[]
  onAdd: (id: string) => void
  onRename: (id: string, name: string) => void
  onRemove: (id: string) => void
  onReorder: (ids: string[]) => void
  /** Shown instead of the picker if nothing can be added. */
  nothingToAdd: ReactNode
  /** The fixed columns before the custom ones. */
  always: string[]
}

/** Columns of a list: chosen, named, and ordered by pointer or keyboard, with a preview of their headings. */
export const ColumnRows = (props: ColumnRowsProps) => {
  const { list, of, columns, choices, problems, onAdd, onRename, onRemove, onReorder, nothingToAdd, always } = props
  const remove = (index: number): void => {
    const column = columns[index]
    if (!column) return
    onRemove(column.id)
    const next = columns[index + 1] ?? columns[index - 1]
    focusSoon([columnElementId(list, next?.id)])
  }
  const add = (id: string | null): void => {
    if (!id) return
    onAdd(id)
    focusSoon([columnElementId(list, id)], { select: true })
  }
  return (
    <>
      {columns.length > 0 ? (
        <SortableList
          label={`Columns of ${of}`}
          className={classes.columns}
          itemClassName={classes.column}
          items={columns}
          idOf={(column) => column.id}
          nameOf={(column) => column.name || 'Untitled column'}
          enabled={columns.length > 1}
          onReorder={(next) => onReorder(next.map((column) => column.id))}
        >
          {(column, handle, index) => (
            <>
              <span className={classes.handle}>{handle}</span>
              <TextInput
                id={columnElementId(list, column.id)}
                aria-label={`Name of column ${index + 1} of ${of}`}
                value={column.name}
                maxLength={MAX_COLUMN_NAME}
                error={problems.find((problem) => problem.id === column.id)?.message}
                onChange={(event) => onRename(column.id, event.currentTarget.value)}
              />
              <span className={classes.field}>{column.about}</span>
              <ActionIcon aria-label={`Remove the column ${column.name}`} onClick={() => remove(index)}>
                <IconX size={16} />
              </ActionIcon>
            </>
          )}
        </SortableList>
      ) : (
        <p className={classes.none}>No custom columns yet.</p>
      )}
      {choices.length > 0 ? (
        <Select
          // Choosing adds a column. The picker itself stays empty for the next one.
          key={columns.length}
          id={columnElementId(list)}
          className={classes.add ?? ''}
          aria-label={`Add a column to ${of}`}
          placeholder="Add a column"
          leftSection={<IconPlus size={16} aria-hidden />}
          data={choices}
          value={null}
          onChange={add}
          searchable
          nothingFoundMessage="No results"
          error={problems.find((problem) => problem.id === '')?.message}
        />
      ) : (
        <p className={classes.none}>{nothingToAdd}</p>
      )}
      <div className={classes.sample} aria-hidden>
        <table>
          <thead>
            <tr>
              {[...always, '…', ...columns.map((column) => column.name || 'Untitled column')].map((name, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: heads of a picture
                <th key={i} data-own={i > always.length || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        </table>
      </div>
    </>
  )
}
