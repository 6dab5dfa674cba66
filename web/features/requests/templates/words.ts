import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import type { CategoryTemplateShown } from '../../../../schema/requests/templates/endpoints.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { formatLimit, type Money } from '../../../../schema/shared/money.ts'

/** A template in words. Templates use few kinds of conditions, and each of their rules at most one. */

export const questionsOf = ({ form }: CategoryTemplateShown): Question[] => form.steps.flatMap((step) => step.questions)

/** "“Will it hold personal data?” is Yes". Empty if there is no condition. */
export const whenText = (set: ConditionSet, template: CategoryTemplateShown, limit?: Money): string => {
  const questions = new Map(questionsOf(template).map((question) => [question.id, question]))
  const label = (id: string) => `“${questions.get(id)?.label ?? ''}”`
  const [choice, truth, amount] = [set.conditionAnyOfs[0], set.conditionBooleans[0], set.conditionNumerics[0]]
  if (truth) return `${label(truth.valuesQuestionId)} is ${truth.value ? 'Yes' : 'No'}`
  if (choice) {
    const options = questions.get(choice.valuesQuestionId)?.options ?? []
    const names = choice.values.map((id) => options.find((option) => option.id === id)?.label ?? '')
    return `${label(choice.valuesQuestionId)} is ${names.join(' or ')}`
  }
  return amount && limit ? `the amount is ${formatLimit(limit)} or more` : ''
}

/** Who approves, or does the task. */
export const whoText = (rule: WorkflowRule, template: CategoryTemplateShown): string => {
  if (rule.approverType === 'MANAGER_APPROVER') return 'The requester’s manager'
  if (rule.approverType === 'DEPARTMENT_APPROVERS') return 'Approvers of the department that pays'
  return template.roles.find(({ ruleIds }) => ruleIds.includes(rule.id))?.label ?? ''
}
