import { type WorkflowDefinition, workflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'

export const ENTRY = 'entry'

/** What prevents saving, by level, rule, or entry conditions ('entry'). */
export interface WorkflowProblem {
  id: string
  message: string
  part: 'label' | 'approvers' | 'quorum' | 'watchers' | 'conditions' | 'description' | null
}

const PARTS: Record<string, WorkflowProblem['part']> = {
  label: 'label',
  quorum: 'quorum',
  settings: 'description',
  conditionAnyOfs: 'conditions',
  conditionNumerics: 'conditions',
  conditionBooleans: 'conditions',
}

export const partOfMessage = (message: string): WorkflowProblem['part'] => {
  if (/condition/i.test(message)) return 'conditions'
  if (/watcher/i.test(message)) return 'watchers'
  return /group|person|people|nobody|matrix/i.test(message) ? 'approvers' : null
}

export const workflowProblems = (definition: WorkflowDefinition, form: FormDefinition): WorkflowProblem[] => {
  const problems: WorkflowProblem[] = []
  const add = (problem: WorkflowProblem) => {
    if (!problems.some((known) => known.id === problem.id && known.part === problem.part)) problems.push(problem)
  }
  for (const issue of workflowDefinition.safeParse(definition).error?.issues ?? []) {
    const [area, levelIndex, , ruleIndex, part] = issue.path
    if (area === 'entryPoints') {
      add({ id: ENTRY, message: issue.message, part: 'conditions' })
      continue
    }
    const level = definition.levels[Number(levelIndex)]
    const rule = level?.rules[Number(ruleIndex)]
    if (rule) add({ id: rule.id, message: issue.message, part: PARTS[String(part)] ?? null })
    else if (level) add({ id: level.id, message: 'A level has at most 50 rules', part: null })
    else add({ id: '', message: 'A workflow has at most 50 levels', part: null })
  }
  for (const { id, message } of checkWorkflow(definition, form)) add({ id, message, part: partOfMessage(message) })
  return problems
}

/** The server's messages by id, for example about a group that was deleted meanwhile. */
export const withServerFields = (
  problems: WorkflowProblem[],
  fields: Record<string, string> | null,
): WorkflowProblem[] => [
  ...problems,
  ...Object.entries(fields ?? {})
    .filter(([id, message]) => !problems.some((known) => known.id === id && known.message === message))
    .map(([id, message]) => ({ id, message, part: partOfMessage(message) })),
]
