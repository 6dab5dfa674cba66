import { CONFIGURABLE_RULE_TYPES } from '../../../schema/approvals/definition-rules.ts'
import * as endpoints from '../../../schema/intake/endpoints.ts'
import type { StaffActor } from '../../core/actor.ts'
import { commit } from '../../core/commit.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { type BaseContext, command, inputOf, query } from '../../core/operation.ts'
import { requireConfigurableCategory } from './categories/read.ts'
import { requireReadableSubmission } from './visibility.ts'

/**
 * Ironclad as requests and categories know it. A company can connect it once workflows can have its task: until then
 * nothing is configured, and nothing can be chosen.
 */
const isConnected = (): boolean => CONFIGURABLE_RULE_TYPES.includes('START_IRONCLAD_WORKFLOW')

const notConnected = (): AppError =>
  new AppError('RULE_BROKEN', 'Ironclad is not connected', { reason: 'NOT_CONNECTED' })

export const readIroncladValues = query({
  id: 'intake.get-ironclad-values',
  access: 'requests.use',
  input: inputOf(endpoints.getIroncladValues),
  run: async (context: BaseContext & { actor: StaffActor }, { id }): Promise<endpoints.IroncladValue[]> => {
    const { isDraft } = await requireReadableSubmission(context, id)
    if (isDraft) throw notFound('The request')
    return []
  },
})

export const readCategoryIroncladWorkflows = query({
  id: 'intake.get-category-ironclad-workflows',
  access: 'categories.configure',
  input: inputOf(endpoints.getCategoryIroncladWorkflows),
  run: async (context, { intakeCategoryId }): Promise<endpoints.CategoryIroncladWorkflows> => {
    await requireConfigurableCategory(context, intakeCategoryId)
    return { connected: isConnected(), workflows: [] }
  },
})

/** Errors: NOT_FOUND for a category that the person does not configure; RULE_BROKEN for what cannot be chosen yet. */
export const saveCategoryIroncladWorkflows = command({
  id: 'intake.save-category-ironclad-workflows',
  access: 'categories.configure',
  input: inputOf(endpoints.saveCategoryIroncladWorkflows),
  run: async (context, { intakeCategoryId, templateIds }): Promise<endpoints.CategoryIroncladWorkflows> => {
    await requireConfigurableCategory(context, intakeCategoryId)
    if (templateIds.length > 0) throw notConnected()
    const result = { connected: isConnected(), workflows: [] }
    return commit(context, { subject: 'The category', statements: [], audit: [], result })
  },
})
