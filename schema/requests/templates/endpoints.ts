import { z } from 'zod'
import { workflowDefinition } from '../../approvals/workflows/definition.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { id, requiredText } from '../../shared/values.ts'
import { formDefinition } from '../forms/form.ts'
import { TEMPLATE_KEYS, TEMPLATE_ROLES } from './template.ts'

/** Templates of request categories, to look at and to use. */

const templateRole = z.enum(TEMPLATE_ROLES)

export const categoryTemplate = z.object({
  key: z.enum(TEMPLATE_KEYS),
  name: z.string(),
  description: z.string(),
  /** The company has a category with that name. */
  isNameTaken: z.boolean(),
  /** The name, or one like it that is free. */
  freeName: z.string(),
  form: formDefinition,
  workflow: z.object({ label: z.string(), definition: workflowDefinition }),
  /** Whom its steps ask besides managers and departments, with the group of the company that is suggested. */
  roles: z.array(
    z.object({
      role: templateRole,
      label: z.string(),
      ruleIds: z.array(z.string()),
      group: z.object({ id: z.string(), name: z.string() }).nullable(),
    }),
  ),
  /** Amounts from which rules apply, as suggested in the company's currency. */
  limits: z.array(z.object({ ruleId: z.string(), label: z.string(), amount: money })),
})
export type CategoryTemplateShown = z.infer<typeof categoryTemplate>

export const listCategoryTemplates = endpoint({
  id: 'category-templates.list',
  method: 'GET',
  path: '/api/intake-category-templates',
  summary: 'Templates of request categories, with what they suggest for the company',
  response: z.array(categoryTemplate),
})

export const useCategoryTemplate = endpoint({
  id: 'category-templates.use',
  method: 'POST',
  path: '/api/intake-category-templates/{templateKey}/use',
  summary: 'Create a category with the form and the workflow of a template',
  params: z.object({ templateKey: z.enum(TEMPLATE_KEYS) }),
  body: z.object({
    name: requiredText(120),
    /** The group that each role is. Null, or left out, for the person who uses the template. */
    groups: z.partialRecord(templateRole, id.nullable()).default({}),
    /** In minor units of the company's currency. Rules that are left out have the suggested amount. */
    limits: z
      .array(z.object({ ruleId: id, amount: z.number().int().min(0).max(1_000_000_000_000) }))
      .max(20)
      .default([]),
  }),
  response: z.object({ id: z.string(), workflowId: z.string() }),
})
