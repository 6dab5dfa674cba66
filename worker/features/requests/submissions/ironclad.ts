import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { requireConfigurableCategory } from '../categories/index.ts'
import { requireReadableSubmission } from './visibility.ts'

/** The Ironclad part of requests and categories. No company can connect it, so there is nothing to choose. */
const NOT_CONNECTED: endpoints.CategoryIroncladWorkflows = { connected: false, workflows: [] }

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
    return NOT_CONNECTED
  },
})

/** Throws NOT_FOUND for a category that the person can't configure, RULE_BROKEN for what can't be chosen yet. */
export const saveCategoryIroncladWorkflows = command({
  id: 'intake.save-category-ironclad-workflows',
  access: 'categories.configure',
  input: inputOf(endpoints.saveCategoryIroncladWorkflows),
  run: async (context, { intakeCategoryId, templateIds }): Promise<endpoints.CategoryIroncladWorkflows> => {
    await requireConfigurableCategory(context, intakeCategoryId)
    if (templateIds.length > 0) throw notConnected()
    return commit(context, { subject: 'The category', statements: [], audit: [], result: NOT_CONNECTED })
  },
})
