import type { WorkflowDefinition, WorkflowRule } from '../../approvals/workflows/definition.ts'
import { NO_CONDITIONS } from '../../shared/conditions.ts'
import type { FormDefinition, Question, QuestionType } from '../forms/form.ts'

/**
 * Templates of request categories: a form and a workflow that only name what every company has. Ids are those of the
 * template; a company that uses it gets new ones.
 */

export const TEMPLATE_KEYS = ['software', 'hardware', 'services', 'marketing', 'events', 'contractors'] as const
export type TemplateKey = (typeof TEMPLATE_KEYS)[number]

/** Whom steps ask besides managers and departments. A company names a group for each, or the person who sets it up. */
export const TEMPLATE_ROLES = ['finance', 'it', 'legal', 'people'] as const
export type TemplateRole = (typeof TEMPLATE_ROLES)[number]
export const ROLE_LABELS: Record<TemplateRole, string> = {
  finance: 'Finance',
  it: 'IT and security',
  legal: 'Legal',
  people: 'People team',
}
/** Names of groups that are suggested for a role. */
export const ROLE_GROUPS: Record<TemplateRole, readonly string[]> = {
  finance: ['Finance', 'Accounting'],
  it: ['IT', 'IT security', 'IT and security', 'Security'],
  legal: ['Legal'],
  people: ['People', 'People team', 'HR', 'Human resources'],
}

/** An amount from which a rule applies. Suggested in dollars and converted to the company's currency. */
export interface TemplateLimit {
  ruleId: string
  dollars: number
}

export interface CategoryTemplate {
  key: TemplateKey
  name: string
  description: string
  form: FormDefinition
  workflow: { label: string; definition: WorkflowDefinition }
  /** The role of rules that ask one. */
  roles: Record<string, TemplateRole>
  limits: TemplateLimit[]
}

// ---- How they are written

type QuestionMore = Partial<Omit<Question, 'options'>> & { choices?: readonly string[] }

export const q = (id: string, type: QuestionType, label: string, more: QuestionMore = {}): Question => {
  const { choices = [], ...rest } = more
  return {
    id,
    type,
    label,
    description: '',
    isRequired: false,
    isMulti: false,
    showOnVendorDetails: false,
    documentTypes: [],
    ordinal: 0,
    options: choices.map((choice, i) => ({ id: `${id}-${i + 1}`, label: choice, parentId: null, ordinal: i })),
    requireDepartmentApproverAssigneeSelection: false,
    ...NO_CONDITIONS,
    ...rest,
  }
}

export const REQUIRED = { isRequired: true }
/** Shown if a yes/no question is answered with yes. */
export const ifYes = (questionId: string) => ({ conditionBooleans: [{ valuesQuestionId: questionId, value: true }] })
/** Shown, or asked, if one of these choices, counted from 1, is taken. */
export const ifChosen = (questionId: string, ...choices: number[]) => ({
  conditionAnyOfs: [{ valuesQuestionId: questionId, values: choices.map((choice) => `${questionId}-${choice}`) }],
})

export const form = (prefix: string, steps: [label: string, questions: Question[]][]): FormDefinition => ({
  steps: steps.map(([label, questions], i) => ({
    id: `${prefix}-step-${i + 1}`,
    label,
    ordinal: i,
    isAdditionalStep: false,
    questions: questions.map((question, at) => ({ ...question, ordinal: at })),
  })),
})

interface RuleSketch extends Partial<Pick<WorkflowRule, 'type' | 'conditionAnyOfs' | 'conditionBooleans'>> {
  label: string
  asks: 'manager' | 'department' | TemplateRole
  /** The question with the amount, and dollars from which it is asked. */
  from?: [questionId: string, dollars: number]
}

/** A workflow from its levels, which are open one after another. Finance never decides what it decided before. */
export const workflow = (
  prefix: string,
  label: string,
  levels: RuleSketch[][],
): Pick<CategoryTemplate, 'workflow' | 'roles' | 'limits'> => {
  const roles: Record<string, TemplateRole> = {}
  const limits: TemplateLimit[] = []
  const definition: WorkflowDefinition = {
    entryPoints: NO_CONDITIONS,
    levels: levels.map((rules, i) => ({
      id: `${prefix}-level-${i + 1}`,
      number: i + 1,
      rules: rules.map(({ asks, from, ...sketch }, at): WorkflowRule => {
        const id = `${prefix}-rule-${i + 1}-${at + 1}`
        if (asks !== 'manager' && asks !== 'department') roles[id] = asks
        if (from) limits.push({ ruleId: id, dollars: from[1] })
        return {
          id,
          type: 'APPROVAL',
          ordinal: at,
          approverType:
            asks === 'manager'
              ? 'MANAGER_APPROVER'
              : asks === 'department'
                ? 'DEPARTMENT_APPROVERS'
                : 'CUSTOM_APPROVERS',
          ...{ approverGroupIds: [], approverUserIds: [], approverMatrixId: null, approverMatrixColumnId: null },
          ...{ watcherType: 'NO_WATCHERS' as const, watcherGroupIds: [], watcherUserIds: [] },
          quorum: { kind: 'ANY' },
          settings: {},
          ...NO_CONDITIONS,
          conditionNumerics: from
            ? [{ valuesQuestionId: from[0], minimumValue: from[1] * 100, maximumValue: null }]
            : [],
          ...sketch,
        }
      }),
    })),
  }
  return { workflow: { label, definition }, roles, limits }
}
