import { z } from 'zod'
import {
  INTAKE_CATEGORY_TYPES,
  type IntakeCategoryType,
} from '../../../../schema/requests/categories/category-endpoints.ts'
import {
  getIntakeSteps,
  type IntakeCategory,
  listIntakeCategories,
  listIntakeCategoriesForSettings,
  listQuestionsOfCategory,
  type QuestionWithStep,
} from '../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { can, type Permission } from '../../../../schema/shared/permissions.ts'
import { id } from '../../../../schema/shared/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'

interface CategoryRow extends Omit<IntakeCategory, 'isReadOnly' | 'enableAssignees'> {
  isReadOnly: number
  enableAssignees: number
  definition: string | null
}

export const CATEGORY_COLUMNS = `c.id, c.name, c.description, c.ordinal, c.is_read_only AS isReadOnly, c.type,
  c.enable_assignees AS enableAssignees, c.form_version AS formVersion, c.version`

export const toCategory = (row: Omit<CategoryRow, 'definition'>): IntakeCategory => ({
  id: row.id,
  name: row.name,
  description: row.description,
  ordinal: row.ordinal,
  isReadOnly: Boolean(row.isReadOnly),
  type: row.type,
  enableAssignees: Boolean(row.enableAssignees),
  formVersion: row.formVersion,
  version: row.version,
})

const EMPTY_FORM: FormDefinition = { steps: [] }

/** Categories that requests can be filed in: those with a form, in order. Forms of vendors can do with the company's fields. */
export const readCategories = query({
  id: 'intake.list-categories',
  access: 'requests.use',
  input: inputOf(listIntakeCategories),
  run: async ({ db, actor }, { type }) => {
    if (type === 'PUBLIC' && !can(actor.policy, 'sourcing.use')) return []
    if (type === 'VENDOR' && !can(actor.policy, 'vendor-forms.use')) return []
    const rows = await db.all<CategoryRow>(
      db.sql(
        `SELECT ${CATEGORY_COLUMNS} FROM intake_categories c
          WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND (c.form_version > 0 OR c.type = 'VENDOR')
            AND c.type IN (?2, iif(?2 = 'VENDOR', 'CUSTOM_VENDOR_FORM', ?2))
          ORDER BY c.ordinal, c.id`,
        actor.companyId,
        type,
      ),
    )
    return rows.map(toCategory)
  },
})

/** Categories that the person can configure: all of some types, and the ones they own. */
export const readCategoriesForSettings = query({
  id: 'intake.list-categories-for-settings',
  access: 'categories.configure',
  input: inputOf(listIntakeCategoriesForSettings),
  run: async ({ db, actor }) => {
    const rows = await db.all<CategoryRow & { workflowCount: number; requestCount: number }>(
      db.sql(
        `SELECT ${CATEGORY_COLUMNS}, f.definition,
                (SELECT COUNT(*) FROM intake_workflows w WHERE w.company_id = c.company_id
                    AND w.intake_category_id = c.id AND w.deleted_at IS NULL) AS workflowCount,
                COALESCE((SELECT k.filed FROM category_request_counts k WHERE k.company_id = c.company_id
                    AND k.intake_category_id = c.id), 0) AS requestCount
           FROM intake_categories c
           LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
          WHERE c.company_id = ?1 AND c.deleted_at IS NULL AND (c.type IN (SELECT value FROM json_each(?2)) OR c.id IN (SELECT value FROM json_each(?3)))
          ORDER BY c.ordinal, c.id`,
        actor.companyId,
        JSON.stringify(typesOf(actor)),
        JSON.stringify(actor.ownedCategoryIds),
      ),
    )
    const shown = rows.filter((row) => mayConfigure(actor, row))
    return shown.map((row) => ({
      ...toCategory(row),
      questionCount: row.definition ? allQuestions(JSON.parse(row.definition)).length : 0,
      workflowCount: row.workflowCount,
      requestCount: row.requestCount,
    }))
  },
})

export interface CategoryWithForm {
  category: IntakeCategory
  form: FormDefinition
}

/** A category with its form: the newest, or the version of a request in progress. */
export const categoryStatement = (
  { db, actor }: StaffContext,
  categoryId: string,
  formVersion?: number,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${CATEGORY_COLUMNS}, f.definition FROM intake_categories c
       LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = COALESCE(?3, c.form_version)
      WHERE c.id = ?1 AND c.company_id = ?2 AND (c.deleted_at IS NULL OR ?3 IS NOT NULL)`,
    categoryId,
    actor.companyId,
    formVersion ?? null,
  )

/** Throws NOT_FOUND for a deleted category or another company's. */
export const requireCategory = async (
  context: StaffContext,
  categoryId: string,
  formVersion?: number,
): Promise<CategoryWithForm> => {
  const row = await context.db.first<Record<string, unknown>>(categoryStatement(context, categoryId, formVersion))
  return toCategoryWithForm(row)
}

const toCategoryWithForm = (found: Record<string, unknown> | null | undefined): CategoryWithForm => {
  if (!found) throw notFound('The category')
  const row = found as unknown as CategoryRow
  return { category: toCategory(row), form: row.definition ? JSON.parse(row.definition) : EMPTY_FORM }
}

/** The settings pages of each category type, and who can configure all of that type. */
const CONFIGURED_BY: Record<IntakeCategoryType, { some: Permission; all: Permission }> = {
  INTERNAL: { some: 'requests.configure', all: 'settings.manage' },
  PUBLIC: { some: 'sourcing.configure', all: 'settings.manage' },
  VENDOR: { some: 'vendor-forms.configure', all: 'vendors.configure' },
  CUSTOM_VENDOR_FORM: { some: 'vendor-forms.configure', all: 'vendors.configure' },
  SERVICE: { some: 'requests.configure', all: 'settings.manage' },
  SERVICE_ITEM: { some: 'requests.configure', all: 'settings.manage' },
}
/** Types whose categories the person can all configure. */
const typesOf = (actor: StaffActor): IntakeCategoryType[] =>
  INTAKE_CATEGORY_TYPES.filter((type) => {
    const { some, all } = CONFIGURED_BY[type]
    return can(actor.policy, some) && can(actor.policy, all)
  })

type ConfiguredCategory = Pick<IntakeCategory, 'id' | 'type'>

/**
 * Settings managers configure everything the company has turned on, vendor admins the vendor forms, and owners their
 * own.
 */
export const mayConfigure = (actor: StaffActor, { id: categoryId, type }: ConfiguredCategory): boolean => {
  const { some, all } = CONFIGURED_BY[type]
  return can(actor.policy, some) && (can(actor.policy, all) || actor.ownedCategoryIds.includes(categoryId))
}

/** Throws NOT_FOUND, because owners of other categories shouldn't learn that this one exists. */
export const requireConfigurator = (
  actor: StaffActor,
  category: Record<string, unknown> | undefined,
  what = 'The category',
): void => {
  if (!category || !mayConfigure(actor, category as unknown as ConfiguredCategory)) throw notFound(what)
}

/** A category to be changed. */
export const requireConfigurableCategory = async (
  context: StaffContext,
  categoryId: string,
): Promise<CategoryWithForm> => {
  const found = await requireCategory(context, categoryId)
  requireConfigurator(context.actor, { ...found.category })
  return found
}

export const readSteps = query({
  id: 'intake.get-steps',
  access: 'requests.use',
  input: inputOf(getIntakeSteps),
  run: async (context, { intakeCategoryId, formVersion }) => {
    const { db, actor, clock } = context
    const { currency } = actor.company
    const [categories, rates] = await db.readBatch([
      categoryStatement(context, intakeCategoryId, formVersion),
      ratesStatement(db, actor.companyId, currency, clock.now()),
    ])
    const { category, form } = toCategoryWithForm(categories?.results[0])
    return {
      ...form,
      category,
      exchange: exchangeOf(rates?.results ?? [], currency, actor.policy.company.enableCurrencies),
      unused: unusedTypes(actor.policy.company),
    }
  },
})

const questionsOf = (form: FormDefinition): QuestionWithStep[] =>
  form.steps.flatMap((step) =>
    step.questions.map((question) => ({
      ...question,
      step: { id: step.id, label: step.label, ordinal: step.ordinal, isAdditionalStep: step.isAdditionalStep },
    })),
  )

/** The questions of a form in order, each with its step (specification 2 §7, GraphQL intakeQuestions). */
export const readQuestions = query({
  id: 'intake.questions',
  access: 'requests.use',
  input: z.object({ intakeCategoryId: id }),
  run: async (context, { intakeCategoryId }) => {
    const { form } = await requireCategory(context, intakeCategoryId)
    return questionsOf(form)
  },
})

/** The same by REST. */
export const readQuestionsOfCategory = query({
  id: 'intake.questions-by-category',
  access: 'requests.use',
  input: inputOf(listQuestionsOfCategory),
  run: async (context, { id: categoryId }) => questionsOf((await requireCategory(context, categoryId)).form),
})
