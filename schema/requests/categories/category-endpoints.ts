import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { asRead } from '../../shared/sent/unknown-names.ts'
import { id, requiredText } from '../../shared/values.ts'

/** Request configuration: categories. Home reads them, so nothing heavy belongs here. */
export const INTAKE_CATEGORY_TYPES = [
  'INTERNAL',
  'PUBLIC',
  'VENDOR',
  'CUSTOM_VENDOR_FORM',
  'SERVICE',
  'SERVICE_ITEM',
] as const
export const intakeCategoryType = z.enum(INTAKE_CATEGORY_TYPES)
export type IntakeCategoryType = (typeof INTAKE_CATEGORY_TYPES)[number]

export const intakeCategory = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ordinal: z.number().int(),
  isReadOnly: z.boolean(),
  type: intakeCategoryType,
  enableAssignees: z.boolean(),
  /** The version of the form, or 0 before the first save. */
  formVersion: z.number().int(),
  version: z.number().int(),
})
export type IntakeCategory = z.infer<typeof intakeCategory>

export const listIntakeCategories = endpoint({
  id: 'intake.list-categories',
  method: 'GET',
  path: '/api/intake-categories',
  summary: 'Categories that a request can be filed under, by ordinal',
  /** What members file in, the forms that strangers fill in, or those of vendors. */
  query: z.object({ type: z.enum(['INTERNAL', 'PUBLIC', 'VENDOR']).default('INTERNAL') }),
  response: z.array(intakeCategory),
})

export const intakeCategoryForSettings = intakeCategory.extend({
  questionCount: z.number().int(),
  workflowCount: z.number().int(),
  requestCount: z.number().int(),
})
export const listIntakeCategoriesForSettings = endpoint({
  id: 'intake.list-categories-for-settings',
  method: 'GET',
  path: '/api/intake-categories/for-settings',
  summary: 'Categories that the person may configure, by ordinal',
  response: z.array(intakeCategoryForSettings),
})

export const createIntakeCategory = endpoint({
  id: 'intake.create-category',
  method: 'POST',
  path: '/api/intake-categories',
  summary: 'Create a category',
  body: z.object({
    name: requiredText(120),
    description: z.string().trim().max(2000).default(''),
    type: intakeCategoryType.default('INTERNAL'),
    enableAssignees: z.boolean().default(false),
  }),
  response: z.object({ id: z.string() }),
})

export const categoryParams = z.object({ intakeCategoryId: id })

export const updateIntakeCategory = endpoint({
  id: 'intake.update-category',
  method: 'PUT',
  path: '/api/intake-categories/{intakeCategoryId}',
  summary: 'Change name and description of a category',
  params: categoryParams,
  body: z.object({
    name: requiredText(120),
    /** Missing fields stay. */
    description: z.string().trim().max(2000).optional(),
    enableAssignees: z.boolean().optional(),
    /** The version that was read. Another one gets a 409. Without it the last write wins. */
    version: z.number().int().optional(),
  }),
  response: intakeCategory,
})

export const reorderIntakeCategories = endpoint({
  id: 'intake.update-categories',
  method: 'PUT',
  path: '/api/intake-categories',
  summary: 'Set the order, names and descriptions of several categories; omitted fields don’t change',
  body: z
    .array(
      asRead(
        z.object({
          id,
          name: requiredText(120).optional(),
          description: z.string().trim().max(2000).optional(),
          ordinal: z.number().int().min(0).max(10_000).optional(),
        }),
        ['isReadOnly', 'type', 'enableAssignees', 'formVersion', 'version'],
      ),
    )
    .min(1)
    .max(500),
  response: z.array(intakeCategory),
})

export const deleteIntakeCategory = endpoint({
  id: 'intake.delete-category',
  method: 'DELETE',
  path: '/api/intake-categories/{intakeCategoryId}',
  summary: 'Delete a category; its requests stay',
  params: categoryParams,
  response: z.null(),
})
