import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import { type ColumnList, type CustomColumns, columnFields } from '../../../../schema/vendors/settings/columns.ts'
import { type CustomFormFields, FIELD_SECTIONS } from '../../../../schema/vendors/settings/fields.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ColumnRows, columnsClasses as classes } from '../../requests/categories/index.ts'
import * as edits from './column-edits.ts'

const ALWAYS: Record<ColumnList, string[]> = { vendorColumns: ['Vendor'], serviceColumns: ['Service', 'Vendor'] }

interface ColumnListEditorProps {
  list: ColumnList
  label: string
  columns: CustomColumns
  fields: CustomFormFields
  problems: edits.ColumnProblem[]
  edit: (change: (value: CustomColumns) => CustomColumns, mergeKey?: string | null) => void
}

/** The custom columns of one list, each for one of its fields. */
export const ColumnListEditor = ({ list, label, columns, fields, problems, edit }: ColumnListEditorProps) => {
  const known = new Map(columnFields(list, fields).map((field) => [field.id, field]))
  const addable = edits.addableFields(columns, list, fields)
  const headingId = `columns-of-${list}`
  return (
    <section className={classes.list} aria-labelledby={headingId}>
      <h2 id={headingId}>{label}</h2>
      <ColumnRows
        list={list}
        of={`the ${label.toLowerCase()}`}
        always={ALWAYS[list]}
        columns={columns[list].map(({ questionId, columnName }) => {
          const field = known.get(questionId)
          const about = field ? `${field.label} · ${typeLabel(field.type)}` : 'A deleted field'
          return { id: questionId, name: columnName, about }
        })}
        choices={FIELD_SECTIONS.flatMap((section) => {
          const items = addable
            .filter((field) => field.section === section.key)
            .map((field) => ({ value: field.id, label: field.label }))
          return items.length ? [{ group: section.label, items }] : []
        })}
        problems={problems.map(({ questionId, message }) => ({ id: questionId, message }))}
        onAdd={(id) => {
          const field = known.get(id)
          if (field) edit((value) => edits.addColumn(value, list, field))
        }}
        onRename={(id, name) => edit((value) => edits.renameColumn(value, list, id, name), `column:${list}:${id}`)}
        onRemove={(id) => edit((value) => edits.removeColumn(value, list, id))}
        onReorder={(ids) => edit((value) => edits.orderColumns(value, list, ids))}
        nothingToAdd={
          known.size === 0 ? (
            <>
              Columns show your custom fields.{' '}
              <AppLink className="ol-link" href={to('/settings/vendor-management/fields')}>
                Add fields first
              </AppLink>
            </>
          ) : (
            'Every field of this list is a column.'
          )
        }
      />
    </section>
  )
}
