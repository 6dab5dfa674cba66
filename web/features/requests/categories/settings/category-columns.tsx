import type { DashboardColumn } from '../../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../../schema/requests/forms/form-rules.ts'
import { ColumnRows } from '../columns/column-rows.tsx'
import { newColumn, sourceOf } from './settings-edits.ts'

interface CategoryColumnsProps {
  columns: DashboardColumn[]
  form: FormDefinition
  rules: { id: string; label: string; type: string; workflowLabel: string }[]
  problems: { id: string; message: string }[]
  onChange: (columns: DashboardColumn[], mergeKey?: string | null) => void
}

interface Source {
  id: string
  label: string
  about: string
  group: string
}

const sourcesOf = ({ form, rules }: Pick<CategoryColumnsProps, 'form' | 'rules'>): Source[] => [
  ...form.steps.flatMap((step) =>
    step.questions
      .filter((question) => question.type !== 'DISPLAY_ONLY')
      .map((question) => ({
        id: sourceOf({ questionId: question.id, ruleId: null }),
        label: question.label,
        about: `${question.label} · ${typeLabel(question.type)}`,
        group: 'Answers to questions',
      })),
  ),
  ...rules.map((rule) => ({
    id: sourceOf({ questionId: null, ruleId: rule.id }),
    label: rule.label,
    about: `${rule.label} · Task of ${rule.workflowLabel}`,
    group: 'Tasks and approvals',
  })),
]

/** The custom columns of a category's list: answers to questions, and states of tasks. */
export const CategoryColumns = ({ columns, problems, onChange, ...from }: CategoryColumnsProps) => {
  const sources = sourcesOf(from)
  const known = new Map(sources.map((source) => [source.id, source]))
  const taken = new Set(columns.map(sourceOf))
  const free = sources.filter((source) => !taken.has(source.id))
  return (
    <ColumnRows
      list="category"
      of="this category’s list"
      always={['Number', 'Title', 'Status']}
      columns={columns.map((column) => {
        const id = sourceOf(column)
        return { id, name: column.columnName, about: known.get(id)?.about ?? 'It is gone' }
      })}
      choices={[...new Set(free.map((source) => source.group))].map((group) => ({
        group,
        items: free
          .filter((source) => source.group === group)
          .map((source) => ({ value: source.id, label: source.label })),
      }))}
      problems={problems}
      onAdd={(id) => onChange([...columns, newColumn(id, known.get(id)?.label ?? '')])}
      onRename={(id, name) =>
        onChange(
          columns.map((column) => (sourceOf(column) === id ? { ...column, columnName: name } : column)),
          `column:${id}`,
        )
      }
      onRemove={(id) => onChange(columns.filter((column) => sourceOf(column) !== id))}
      onReorder={(ids) => onChange(ids.flatMap((id) => columns.filter((column) => sourceOf(column) === id)))}
      nothingToAdd={
        sources.length
          ? 'Every question and task is a column already.'
          : 'Questions and tasks become available as columns once you add them.'
      }
    />
  )
}
