import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { CATEGORY_TEMPLATES } from '../../../../schema/requests/templates/catalog/index.ts'
import * as endpoints from '../../../../schema/requests/templates/endpoints.ts'
import { limitIn } from '../../../../schema/requests/templates/limits.ts'
import {
  type CategoryTemplate,
  ROLE_GROUPS,
  ROLE_LABELS,
  TEMPLATE_ROLES,
  type TemplateRole,
} from '../../../../schema/requests/templates/template.ts'
import { checkWorkflow } from '../../../../schema/requests/workflows/definition-rules.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { principalsOf, unknownReferences } from '../../approvals/workflows/index.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { someDepartment } from '../../platform/members/index.ts'
import { copiedParts, NAME_TAKEN, newCategoryStatements } from '../categories/index.ts'

/** The name, and those to try if it is taken. */
const namesOf = ({ name }: CategoryTemplate): string[] => [name, ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${name} ${n}`)]

const rolesOf = ({ roles }: CategoryTemplate): TemplateRole[] =>
  TEMPLATE_ROLES.filter((role) => Object.values(roles).includes(role))

const exchangeOf = (context: StaffContext, rows: readonly Record<string, unknown>[] | undefined): Exchange =>
  ratesOfToday(context, rows)

/** The template's questions. A company without departments isn't required to name one, or nothing could be filed. */
const formIn = ({ form }: CategoryTemplate, hasDepartments: boolean): FormDefinition =>
  hasDepartments
    ? form
    : {
        ...form,
        steps: form.steps.map((step) => ({
          ...step,
          questions: step.questions.map((question) =>
            question.type === 'DEPARTMENT_SELECT' ? { ...question, isRequired: false } : question,
          ),
        })),
      }

export const listTemplates = query({
  id: 'category-templates.list',
  access: 'requests.create-category',
  input: inputOf(endpoints.listCategoryTemplates),
  run: async (context): Promise<endpoints.CategoryTemplateShown[]> => {
    const { db, actor } = context
    const [rates, taken, groups, departments] = await db.batch([
      ratesOfTodayStatement(context),
      db.sql(
        `SELECT c.name FROM json_each(?2) j CROSS JOIN intake_categories c
             ON c.company_id = ?1 AND c.deleted_at IS NULL AND lower(c.name) = lower(j.value)`,
        actor.companyId,
        JSON.stringify(CATEGORY_TEMPLATES.flatMap(namesOf)),
      ),
      db.sql(
        `SELECT g.id, g.name FROM json_each(?2) j CROSS JOIN groups g
             ON g.company_id = ?1 AND lower(g.name) = lower(j.value) ORDER BY j.key`,
        actor.companyId,
        JSON.stringify(Object.values(ROLE_GROUPS).flat()),
      ),
      someDepartment(context),
    ])
    const hasDepartments = (departments?.results ?? []).length > 0
    const exchange = exchangeOf(context, rates?.results)
    const used = new Set((taken?.results ?? []).map(({ name }) => String(name).toLowerCase()))
    const found = (groups?.results ?? []) as { id: string; name: string }[]
    return CATEGORY_TEMPLATES.map((template) => {
      const { key, name, description, workflow, limits } = template
      const rules = workflow.definition.levels.flatMap((level) => level.rules)
      return {
        ...{ key, name, description, form: formIn(template, hasDepartments) },
        isNameTaken: used.has(name.toLowerCase()),
        freeName: namesOf(template).find((each) => !used.has(each.toLowerCase())) ?? name,
        workflow: { ...workflow, definition: withLimits(template, exchange, []) },
        roles: rolesOf(template).map((role) => ({
          role,
          label: ROLE_LABELS[role],
          ruleIds: rules.flatMap(({ id }) => (template.roles[id] === role ? id : [])),
          group:
            found.find((group) => ROLE_GROUPS[role].some((each) => each.toLowerCase() === group.name.toLowerCase())) ??
            null,
        })),
        limits: limits.map(({ ruleId, dollars }) => ({
          ruleId,
          label: rules.find(({ id }) => id === ruleId)?.label ?? '',
          amount: limitIn(dollars, exchange),
        })),
      }
    })
  },
})

/** The workflow with amounts in the company's currency. */
const withLimits = (
  { workflow, limits }: CategoryTemplate,
  exchange: Exchange,
  chosen: readonly { ruleId: string; amount: number }[],
): WorkflowDefinition => ({
  ...workflow.definition,
  levels: workflow.definition.levels.map((level) => ({
    ...level,
    rules: level.rules.map((rule) => {
      const limit = limits.find(({ ruleId }) => ruleId === rule.id)
      if (!limit) return rule
      const minimumValue =
        chosen.find(({ ruleId }) => ruleId === rule.id)?.amount ?? limitIn(limit.dollars, exchange).value
      return { ...rule, conditionNumerics: rule.conditionNumerics.map((condition) => ({ ...condition, minimumValue })) }
    }),
  })),
})

/** The workflow with people of the company: a group for each role, or the person who uses the template. */
const withPeople = (
  definition: WorkflowDefinition,
  { roles }: CategoryTemplate,
  groups: Readonly<Partial<Record<TemplateRole, string | null>>>,
  userId: string,
): WorkflowDefinition => ({
  ...definition,
  levels: definition.levels.map((level) => ({
    ...level,
    rules: level.rules.map((rule) => {
      const role = roles[rule.id]
      if (!role) return rule
      const groupId = groups[role]
      return groupId ? { ...rule, approverGroupIds: [groupId] } : { ...rule, approverUserIds: [userId] }
    }),
  })),
})

/**
 * Creates a category with the form and the workflow of a template, all in one write and by the rules of their builders.
 * Throws INVALID for a name that is taken, a group that doesn't exist, and limits of no rule.
 */
export const useTemplate = command({
  id: 'category-templates.use',
  access: 'requests.create-category',
  input: inputOf(endpoints.useCategoryTemplate),
  run: async (context, { templateKey, name, groups, limits }) => {
    const { db, actor } = context
    const template = CATEGORY_TEMPLATES.find(({ key }) => key === templateKey)
    if (!template) throw invalidField('templateKey', 'Choose a template')
    const known = new Set(template.limits.map(({ ruleId }) => ruleId))
    if (limits.some(({ ruleId }) => !known.has(ruleId))) throw invalidField('limits', 'Not a limit of this template')
    const [rates, departments] = await db.batch([ratesOfTodayStatement(context), someDepartment(context)])
    const form = formIn(template, (departments?.results ?? []).length > 0)
    const definition = withPeople(
      withLimits(template, exchangeOf(context, rates?.results), limits),
      template,
      groups,
      actor.userId,
    )
    const problems = checkWorkflow(definition, form)
    if (problems[0]) throw new Error(`The template ${templateKey} is not sound: ${problems[0].message}`)
    const [gone] = await unknownReferences(context, definition, { ...definition, levels: [] })
    const role = gone && template.roles[gone.id]
    if (gone) throw invalidField(role ? `groups.${role}` : 'groups', 'This group no longer exists. Choose again.')
    const parts = copiedParts(context, form, [{ label: template.workflow.label, definition }])
    const [workflow] = parts.workflows
    const categoryId = context.newId()
    return commit(context, {
      subject: 'The category',
      statements: newCategoryStatements(context, {
        id: categoryId,
        name,
        description: template.description,
        form: parts.form,
        workflows: parts.workflows.map((each) => ({
          ...each,
          ordinal: 0,
          principalIds: JSON.stringify(principalsOf(each.definition)),
        })),
      }),
      audit: [
        {
          changeKey: `intake-category:${categoryId}:v1`,
          action: 'intake-category.created',
          targetType: 'INTAKE_CATEGORY',
          targetId: categoryId,
          message: `Created the category ${name} from the template ${template.name}`,
          changeData: {
            after: { name, template: template.name, workflows: parts.workflows.map(({ label }) => label) },
          },
        },
        ...parts.workflows.map(({ id, label }) => ({
          changeKey: `intake-workflow:${id}:v1`,
          action: 'intake-workflow.created',
          targetType: 'INTAKE_WORKFLOW' as const,
          targetId: id,
          message: `Created the workflow ${label} from the template ${template.name}`,
          changeData: { after: { label } },
        })),
      ],
      result: { id: categoryId, workflowId: workflow?.id ?? '' },
      onDuplicate: NAME_TAKEN,
    })
  },
})
