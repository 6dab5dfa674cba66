import { getFormEffects, listIntakeCategoryRules } from '../../../../schema/requests/endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { categoryStatement, requireConfigurator, rulesOf, workflowsStatement } from '../categories/index.ts'

export const readRules = query({
  id: 'intake.category-rules',
  access: 'categories.configure',
  input: inputOf(listIntakeCategoryRules),
  run: async (context, { intakeCategoryId }) => {
    const [categories, workflows] = await context.db.batch([
      categoryStatement(context, intakeCategoryId),
      workflowsStatement(context, intakeCategoryId),
    ])
    requireConfigurator(context.actor, categories?.results[0])
    return rulesOf(workflows?.results ?? [])
  },
})

export const readFormEffects = query({
  id: 'intake.form-effects',
  access: 'categories.configure',
  input: inputOf(getFormEffects),
  run: async (context, { intakeCategoryId }) => {
    const { db, actor } = context
    const [categories, counts] = await db.batch([
      categoryStatement(context, intakeCategoryId),
      db.sql(
        'SELECT open, drafts FROM category_request_counts WHERE company_id = ? AND intake_category_id = ?',
        actor.companyId,
        intakeCategoryId,
      ),
    ])
    requireConfigurator(actor, categories?.results[0])
    const { open = 0, drafts = 0 } = counts?.results[0] ?? {}
    return { openRequests: Number(open), drafts: Number(drafts) }
  },
})
