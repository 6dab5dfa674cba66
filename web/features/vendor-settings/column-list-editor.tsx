import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { typeLabel } from '../../../schema/intake/form-rules.ts'
import { type ColumnList, type CustomColumns, columnFields } from '../../../schema/vendor-settings/columns.ts'
import { type CustomFormFields, FIELD_SECTIONS } from '../../../schema/vendor-settings/fields.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { focusSoon } from '../request-configuration/builder/focus.ts'
import { SortableList } from '../request-configuration/reorder/sortable-list.tsx'
import * as edits from './column-edits.ts'
import classes from './vendor-settings.module.css'

/** Of the heading of a column; without an id, of the picker of the next one. */
export const columnElementId = (list: ColumnList, questionId: string): string => `column-${list}-${questionId}`

const ALWAYS: Record<ColumnList, string[]> = { vendorColumns: ['Vendor'], serviceColumns: ['Service', 'Vendor'] }

interface ColumnListEditorProps {
  list: ColumnList
  label: string
  columns: CustomColumns
  fields: CustomFormFields
  problems: edits.ColumnProblem[]
  edit: (change: (value: CustomColumns) => CustomColumns, mergeKey?: string | null) => void
}

/** The own columns of one list: chosen from its fields, named, put in order; their heads as they will stand. */
export const ColumnListEditor = ({ list, label, columns, fields, problems, edit }: ColumnListEditorProps) => {
  const chosen = columns[list]
  const known = new Map(columnFields(list, fields).map((field) => [field.id, field]))
  const addable = edits.addableFields(columns, list, fields)
  const headingId = `columns-of-${list}`
  const remove = (index: number): void => {
    const column = chosen[index]
    if (!column) return
    edit((value) => edits.removeColumn(value, list, column.questionId))
    const next = chosen[index + 1] ?? chosen[index - 1]
    focusSoon([columnElementId(list, next?.questionId ?? '')])
  }
  const add = (id: string | null): void => {
    const field = known.get(id ?? '')
    if (!field) return
    edit((value) => edits.addColumn(value, list, field))
    focusSoon([columnElementId(list, field.id)], { select: true })
  }
  const general = problems.find((problem) => problem.questionId === '')?.message
  return (
    <section className={classes.list} aria-labelledby={headingId}>
      <h2 id={headingId}>{label}</h2>
      {chosen.length > 0 ? (
        <SortableList
          label={`Columns of the ${label.toLowerCase()}`}
          className={classes.columns}
          itemClassName={classes.column}
          items={chosen}
          idOf={(column) => column.questionId}
          nameOf={(column) => column.columnName || 'Untitled column'}
          enabled={chosen.length > 1}
          onReorder={(next) => edit((value) => ({ ...value, [list]: next }))}
        >
          {(column, handle, index) => {
            const field = known.get(column.questionId)
            return (
              <>
                <span className={classes.handle}>{handle}</span>
                <TextInput
                  id={columnElementId(list, column.questionId)}
                  className={classes.name ?? ''}
                  aria-label={`Name of column ${index + 1} of the ${label.toLowerCase()}`}
                  value={column.columnName}
                  maxLength={60}
                  error={problems.find((problem) => problem.questionId === column.questionId)?.message}
                  onChange={(event) => {
                    const name = event.currentTarget.value
                    edit(
                      (value) => edits.renameColumn(value, list, column.questionId, name),
                      `column:${list}:${column.questionId}`,
                    )
                  }}
                />
                <span className={classes.field}>
                  {field ? `${field.label} · ${typeLabel(field.type)}` : 'A field that is gone'}
                </span>
                <ActionIcon aria-label={`Remove the column ${column.columnName}`} onClick={() => remove(index)}>
                  <IconX size={16} />
                </ActionIcon>
              </>
            )
          }}
        </SortableList>
      ) : (
        <p className={classes.none}>No columns of your own yet.</p>
      )}
      {addable.length > 0 ? (
        <Select
          // A choice adds a column; the picker itself stays empty for the next one.
          key={chosen.length}
          id={columnElementId(list, '')}
          className={classes.add ?? ''}
          aria-label={`Add a column to the ${label.toLowerCase()}`}
          placeholder="Add a column"
          leftSection={<IconPlus size={16} aria-hidden />}
          data={FIELD_SECTIONS.flatMap((section) => {
            const items = addable
              .filter((field) => field.section === section.key)
              .map((field) => ({ value: field.id, label: field.label }))
            return items.length ? [{ group: section.label, items }] : []
          })}
          value={null}
          onChange={add}
          searchable
          nothingFoundMessage="No results"
          error={general}
        />
      ) : (
        <p className={classes.none}>
          {known.size === 0 ? (
            <>
              Columns show the answers to your own fields.{' '}
              <AppLink className="ol-link" href="/settings/vendor-management/fields">
                Add fields first
              </AppLink>
            </>
          ) : (
            'Every field of this list is a column.'
          )}
        </p>
      )}
      <div className={classes.sample} aria-hidden>
        <table>
          <thead>
            <tr>
              {[...ALWAYS[list], '…', ...chosen.map((column) => column.columnName || 'Untitled column')].map(
                (name, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: heads of a picture
                  <th key={i} data-own={i > ALWAYS[list].length || undefined}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
        </table>
      </div>
    </section>
  )
}
