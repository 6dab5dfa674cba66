import type { WorkflowDefinition, WorkflowRule } from '../../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition, Question, QuestionType } from '../../../../../schema/requests/forms/form.ts'
import { filingSteps } from '../../../../../schema/requests/forms/visibility.ts'
import { withFacts } from '../../../../../schema/requests/workflows/asked-facts.ts'
import { type ConditionSet, NO_CONDITIONS } from '../../../../../schema/shared/conditions.ts'

/** Types that no workflow can use. */
const NEVER: ReadonlySet<QuestionType> = new Set(['DISPLAY_ONLY', 'DOCUMENTS'])

const sourcesOf = (set: ConditionSet): string[] =>
  [...set.conditionAnyOfs, ...set.conditionNumerics, ...set.conditionBooleans].map((each) => each.valuesQuestionId)

/** The kinds of answers by which a rule finds its people. */
const typesOf = (rule: WorkflowRule): QuestionType[] => [
  ...([rule.approverType, rule.watcherType].includes('DEPARTMENT_APPROVERS') ? (['DEPARTMENT_SELECT'] as const) : []),
  ...([rule.approverType, rule.watcherType].includes('BUSINESS_UNIT_APPROVERS')
    ? (['BUSINESS_UNIT_SELECT'] as const)
    : []),
  ...(rule.approverMatrixId
    ? (['DEPARTMENT_SELECT', 'BUSINESS_UNIT_SELECT', 'ENTITY_SELECT', 'SPEND_CATEGORY_SELECT'] as const)
    : []),
]

/** Every question that can be tried, in the order of the form. */
export const triableQuestions = (form: FormDefinition): Question[] =>
  filingSteps(withFacts(form))
    .flatMap((step) => step.questions)
    .filter((question) => !NEVER.has(question.type))

/**
 * The questions that determine the path: those in conditions, those that choose approvers, and those that show these
 * questions.
 */
export const decisiveQuestions = (form: FormDefinition, definition: WorkflowDefinition): Question[] => {
  const all = triableQuestions(form)
  const rules = definition.levels.flatMap((level) => level.rules)
  const types = new Set(rules.flatMap(typesOf))
  const wanted = new Set([
    ...[definition.entryPoints, ...rules].flatMap(sourcesOf),
    ...all.filter((question) => types.has(question.type)).map((question) => question.id),
  ])
  const byId = new Map(all.map((question) => [question.id, question]))
  // A set may grow while it is iterated: each question adds those that show it.
  for (const id of wanted) for (const source of sourcesOf(byId.get(id) ?? NO_CONDITIONS)) wanted.add(source)
  return all.filter((question) => wanted.has(question.id))
}
