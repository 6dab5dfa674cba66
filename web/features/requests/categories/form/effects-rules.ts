import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import type { DashboardColumn } from '../../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { questionsUsedBy } from '../../../../../schema/requests/workflows/definition-questions.ts'
import type { ConditionSet } from '../../../../../schema/shared/conditions.ts'
import { plural } from '../../../approvals/workflows/index.ts'

export interface Touched {
  drafts: number
  openRequests: number
  workflows: { label: string; definition: WorkflowDefinition }[]
  columns: DashboardColumn[]
}

const quoted = (names: string[]): string => [...new Set(names)].map((name) => `“${name || 'Untitled'}”`).join(', ')

const setsOf = ({ entryPoints, levels }: WorkflowDefinition): ConditionSet[] => [
  entryPoints,
  ...levels.flatMap((level) => level.rules),
]

/** Which requests, workflows and columns a save would affect, in sentences. `saved` is the current form. */
export const effectsOf = (saved: FormDefinition, form: FormDefinition, touched: Touched): string[] => {
  const now = new Set(form.steps.flatMap((step) => step.questions.map((question) => question.id)))
  const before = saved.steps.flatMap((step) => step.questions)
  const gone = before.filter((question) => !now.has(question.id))
  const options = new Set(form.steps.flatMap((step) => step.questions.flatMap((q) => q.options.map((o) => o.id))))
  const goneOptions = before
    .filter((question) => question.type === 'CUSTOM_SELECT' && now.has(question.id))
    .flatMap((question) => question.options.filter((option) => !options.has(option.id)))
  const texts: string[] = []
  if (touched.openRequests > 0) {
    const one = touched.openRequests === 1
    texts.push(
      `${plural(touched.openRequests, 'request')} under decision ${one ? 'keeps' : 'keep'} the form ${one ? 'it was' : 'they were'} filed with.`,
    )
  }
  if (touched.drafts > 0) {
    const lost = gone.length ? ` Answers to ${quoted(gone.map((q) => q.label))} are removed.` : ''
    texts.push(`${plural(touched.drafts, 'draft')} ${touched.drafts === 1 ? 'takes' : 'take'} the new form.${lost}`)
  }
  for (const { label, definition } of touched.workflows) {
    const sets = setsOf(definition)
    const used = questionsUsedBy(definition)
    const asked = gone.filter((question) => used.has(question.id))
    const chosen = goneOptions.filter((option) =>
      sets.some((set) => set.conditionAnyOfs.some((condition) => condition.values.includes(option.id))),
    )
    const names = [...asked, ...chosen].map((entry) => entry.label)
    if (names.length) {
      texts.push(`The workflow ${quoted([label])} uses ${quoted(names)}, which would be deleted. Update it too.`)
    }
  }
  const columns = touched.columns.filter((column) => gone.some((question) => question.id === column.questionId))
  if (columns.length) {
    texts.push(
      `The ${columns.length === 1 ? 'column' : 'columns'} ${quoted(columns.map((c) => c.columnName))} in the list would be empty.`,
    )
  }
  return texts
}
