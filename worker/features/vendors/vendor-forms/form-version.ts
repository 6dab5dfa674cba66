import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { typeLabel } from '../../../../schema/requests/forms/form-rules.ts'
import { type CustomFormFields, NO_FIELDS } from '../../../../schema/vendors/settings/fields.ts'
import { composedForm, stepsForVendor, unanswerable } from '../../../../schema/vendors/vendor-forms/steps.ts'
import { VENDOR_FORM_TYPES } from '../../../../schema/vendors/vendor-forms/values.ts'
import { invalidField } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/**
 * The form that is sent. A category of type CUSTOM_VENDOR_FORM has its own, and one of type VENDOR begins with the
 * company's fields of vendors and services, in a version that is kept beside those of the category.
 */

/** Versions from here on were composed for vendors. Saving a category's form never gets this far. */
const FIRST_COMPOSED = 1_000_000

/** Whether the form asks for fields of vendors and services. */
export const isComposed = (formVersion: number): boolean => formVersion >= FIRST_COMPOSED

interface CategoryRow {
  type: string
  name: string
  formVersion: number
  definition: string | null
  fields: string | null
  periods: number
}

export const formToSendStatement = (
  db: Pick<BaseContext['db'], 'sql'>,
  companyId: string,
  categoryId: string,
  serviceId: string | null,
): D1PreparedStatement =>
  db.sql(
    `SELECT c.type, c.name, c.form_version AS formVersion, f.definition,
            (SELECT definition FROM custom_form_fields WHERE company_id = ?1 AND vendor_category_id = '') AS fields,
            (SELECT COUNT(*) FROM service_periods p WHERE p.company_id = ?1 AND p.service_id = ?3) AS periods
       FROM intake_categories c
       LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
      WHERE c.id = ?2 AND c.company_id = ?1 AND c.deleted_at IS NULL`,
    companyId,
    categoryId,
    serviceId,
  )

export interface FormToSend {
  name: string
  form: FormDefinition
  /** SQL of the version, with the id of its category as ?. */
  version: { sql: string; params: unknown[] }
  /** Keeps a composed version that there was none of yet. */
  statements: D1PreparedStatement[]
}

/** Throws INVALID for a category whose form vendors can't fill in. */
export const formToSend = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  row: CategoryRow | undefined,
  of: { companyId: string; categoryId: string; userId: string },
): FormToSend => {
  if (!row || !(VENDOR_FORM_TYPES as readonly string[]).includes(row.type))
    throw invalidField('intakeCategoryId', 'Choose a vendor form')
  const own: FormDefinition = row.definition ? JSON.parse(row.definition) : { steps: [] }
  const fields: CustomFormFields = row.fields ? { ...NO_FIELDS, ...JSON.parse(row.fields) } : NO_FIELDS
  const composed = row.type === 'VENDOR' ? composedForm(fields, row.periods, own.steps) : own
  const isOwn = composed.steps.length === own.steps.length
  const form = isOwn ? own : composed
  if (stepsForVendor(form).length === 0) throw invalidField('intakeCategoryId', 'This form has no questions yet')
  const closed = unanswerable(form)
  if (closed)
    throw invalidField(
      'intakeCategoryId',
      `This form asks for “${closed.label}” (${typeLabel(closed.type)}), whose options only your members can see. List its options in the form, or remove it.`,
    )
  if (isOwn) return { name: row.name, form, version: { sql: '?', params: [row.formVersion] }, statements: [] }
  const definition = JSON.stringify(form)
  const same =
    'SELECT version FROM intake_form_versions WHERE intake_category_id = ? AND version >= ? AND definition = ?'
  const key = [of.categoryId, FIRST_COMPOSED, definition]
  return {
    name: row.name,
    form,
    version: { sql: `(${same} LIMIT 1)`, params: key },
    statements: [
      db.sql(
        `INSERT INTO intake_form_versions (intake_category_id, version, company_id, definition, created_by_user_id, created_at)
         SELECT ?1, coalesce(max(version) + 1, ?2), ?4, ?3, ?5, ?6 FROM intake_form_versions
          WHERE intake_category_id = ?1 AND version >= ?2
         HAVING NOT EXISTS (SELECT 1 FROM intake_form_versions
                             WHERE intake_category_id = ?1 AND version >= ?2 AND definition = ?3)`,
        ...key,
        of.companyId,
        of.userId,
        clock.now(),
      ),
    ],
  }
}
