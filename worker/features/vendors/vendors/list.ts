import { z } from 'zod'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import { visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'
import { ratesForAnswers } from '../../../../schema/shared/exchange.ts'
import { id } from '../../../../schema/shared/values.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import { listVendorFilterOptions } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import { namesOfRows as namesOfAnswers } from '../../../core/object-names.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { ratesOfToday, ratesOfTodayStatement } from '../../platform/currency-rates/index.ts'
import { optionsOf } from '../../requests/lists/index.ts'
import { similarVendors } from '../../requests/proposed-vendors/index.ts'
import { withPayments } from './accounting-vendors.ts'
import { formOfRows, formOfVendorStatements, labelsOf, OWN_STEP } from './form.ts'
import { requireVendor, usesCategories } from './rows.ts'

export const readVendor = query({
  id: 'vendors.get',
  access: 'vendors.use',
  input: inputOf(endpoints.getVendor),
  run: async (context, { vendorId }) => withPayments(context, (await requireVendor(context, vendorId)).vendor),
})

export const readOwners = query({
  id: 'vendors.owners',
  access: 'vendors.use',
  input: inputOf(endpoints.getVendorOwners),
  run: async (context, { vendorId }) => (await requireVendor(context, vendorId)).vendor.owners,
})

/** Fields hidden by conditions are left out. */
export const readCustomFields = query({
  id: 'vendors.custom-fields',
  access: 'vendors.use',
  input: inputOf(endpoints.getVendorCustomFields),
  run: async (context, { vendorId }) => {
    const { vendor, results } = await requireVendor(context, vendorId, [
      ...formOfVendorStatements(context, vendorId),
      ratesOfTodayStatement(context),
    ])
    const form = {
      ...formOfRows(results[0] ?? []).form,
      exchange: ratesForAnswers(vendor.answerRates, ratesOfToday(context, results[2]), {}, {}),
    }
    const names = namesOfAnswers(results[1] ?? [])
    const fieldOf = (question: Question) => {
      const value = vendor.answers[question.id] ?? null
      return { ...question, value, labels: labelsOf(question, value, names) }
    }
    const known = new Set(vendor.vendorCategories.map((category) => category.id))
    return {
      // Fields of categories appear and disappear with them.
      steps: form.steps
        .filter(({ id: of }) => of === OWN_STEP.id || known.has(of))
        .map((step) => ({
          stepId: step.id,
          stepLabel: step.label,
          vendorCategoryId: known.has(step.id) ? step.id : null,
          fields: visibleQuestions(form, vendor.answers, [step]).map(fieldOf),
        })),
    }
  },
})

export const findByName = query({
  id: 'vendors.by-name',
  access: 'vendors.use',
  input: inputOf(endpoints.findVendorsByName),
  run: async ({ db, actor }, { name }) =>
    (await similarVendors(db, actor.companyId, { name })).map(({ website: _, ...vendor }) => vendor),
})

export const readFilterOptions = query({
  id: 'vendors.filter-options',
  access: 'vendors.use',
  input: inputOf(listVendorFilterOptions),
  run: async ({ db, actor }) => {
    const rows = await db.all<{ definition: string }>(
      db.sql(
        "SELECT definition FROM custom_form_fields WHERE company_id = ?1 AND (?2 OR vendor_category_id = '') ORDER BY vendor_category_id",
        actor.companyId,
        usesCategories(actor) ? 1 : 0,
      ),
    )
    return optionsOf(
      rows.map(({ definition }) => {
        const questions = (JSON.parse(definition) as CustomFormFields).vendorFormFields
        return {
          steps: [{ id: 'vendor-fields', label: 'Vendor fields', ordinal: 0, isAdditionalStep: false, questions }],
        }
      }),
    )
  },
})

/** Throws NOT_FOUND for the id of another company's vendor. */
export const readBasicDetails = query({
  id: 'vendors.basic-details',
  access: 'vendors.use',
  input: z.object({ vendorId: id.optional() }),
  run: async ({ db, actor }, { vendorId }) => {
    const rows = await db.all<{ id: string; name: string; archivedAt: number | null }>(
      vendorId
        ? db.sql(
            'SELECT id, name, archived_at AS archivedAt FROM vendors WHERE id = ? AND company_id = ?',
            vendorId,
            actor.companyId,
          )
        : db.sql(
            `SELECT id, name, archived_at AS archivedAt FROM vendors WHERE company_id = ? AND archived_at IS NULL
              ORDER BY lower(name), id LIMIT 100`,
            actor.companyId,
          ),
    )
    if (vendorId && rows.length === 0) throw notFound('The vendor')
    return rows.map(({ archivedAt, ...row }) => ({ ...row, archived: archivedAt !== null }))
  },
})
