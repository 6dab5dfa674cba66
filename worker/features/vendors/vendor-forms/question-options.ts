import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { listPublicOptions } from '../../../../schema/requests/sourcing/endpoints.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { stepsForVendor } from '../../../../schema/vendors/vendor-forms/steps.ts'
import { FIRST_CELL } from '../../../core/cells.ts'
import { type BaseContext, inputOf, query, type VendorWorkContext } from '../../../core/operation.ts'
import { optionsWith, publicOptions } from '../../requests/sourcing/index.ts'
import { OPEN_TO_VENDORS } from './open-form.ts'
import { atCustomer, SENT_TO, sentToParams } from './portal.ts'

/**
 * Choices of a question for people outside the company (specification 2 §7): of a public form for strangers, and also of
 * the forms that were sent to them for a vendor's people.
 */

/** The newest ones. */
const LOOKED_AT = 50
const FORMS = `
SELECT DISTINCT f.definition
  FROM (SELECT i.intake_category_id AS category, i.form_version AS version
          FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_vendor
         WHERE ${SENT_TO} AND ${OPEN_TO_VENDORS} ORDER BY i.created_at DESC, i.id DESC LIMIT ${LOOKED_AT}) n
 CROSS JOIN intake_form_versions f ON f.intake_category_id = n.category AND f.version = n.version
 WHERE instr(f.definition, ?5) > 0`

const isWorking = (context: BaseContext): context is VendorWorkContext => Boolean(context.vendor?.company)

/** Null for a question of no form that was sent to the person. */
const sentQuestion = async (context: BaseContext, questionId: string) => {
  if (!isWorking(context)) return null
  const { db } = atCustomer(context)
  const forms = await db.all<{ definition: string }>(
    db.sql(FORMS, ...sentToParams(context), JSON.stringify(questionId)),
  )
  return forms
    .flatMap(({ definition }) => stepsForVendor(JSON.parse(definition) as FormDefinition))
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === questionId)
}

/** Throws the same NOT_FOUND for an unknown question and for one of a form that isn't open to the caller. */
export const listOptionsForOutsiders = query({
  id: 'public.question-options',
  access: 'public',
  input: inputOf(listPublicOptions),
  place: ({ companyId }) => (companyId ? { companyId } : { cell: FIRST_CELL }),
  run: async (context, asked): Promise<Option[]> => {
    const sent = asked.companyId === undefined ? await sentQuestion(context, asked.intakeQuestionId) : null
    return sent ? optionsWith(sent, asked.search ?? '') : publicOptions(context, asked)
  },
})
