import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import {
  type EarlierAnswer,
  earlierAnswers,
  type GivenForm,
} from '../../../../schema/vendors/vendor-forms/earlier-answers.ts'
import { getEarlierAnswers } from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { inCell } from '../../../core/cells.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type VendorWorkContext } from '../../../core/operation.ts'
import { OPEN_TO_VENDORS } from './open-form.ts'
import { atCustomer, requireSentForm, SENT_TO, sentToParams } from './portal.ts'

/**
 * What the vendor answered before, for any of its customers, offered in the form that it fills in now. Invariant: a
 * person is offered only what was sent to them, and nothing is filled in unless they choose it.
 */

/** The newest ones of each customer. */
const LOOKED_AT = 10

interface Customer {
  id: string
  name: string
  cell: number
  vendorId: string | null
}

interface GivenRow {
  definition: string
  answers: string
  submittedAt: number
}

/** ?5 is the form that is being filled in. */
const GIVEN = `
SELECT f.definition, i.submitted_at AS submittedAt,
       (SELECT json_group_object(a.question_id, json(a.value)) FROM intake_answers a
         WHERE a.submission_id = s.id AND a.version = s.version) AS answers
  FROM (SELECT i.id FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_vendor
         WHERE ${SENT_TO} AND i.status <> 'UNSUBMITTED' AND i.intake_submission_id <> ?5 AND ${OPEN_TO_VENDORS}
         ORDER BY i.created_at DESC, i.id DESC LIMIT ${LOOKED_AT}) n
 CROSS JOIN vendor_form_invitations i ON i.id = n.id
 CROSS JOIN intake_submissions s ON s.id = i.intake_submission_id
 CROSS JOIN intake_form_versions f ON f.intake_category_id = i.intake_category_id AND f.version = i.form_version`

const customersOf = ({ directory, vendor }: VendorWorkContext): Promise<Customer[]> =>
  directory.all<Customer>(
    directory.sql(
      `SELECT c.id, c.name, c.cell, k.vendor_id AS vendorId FROM vendor_company_customers k
        CROSS JOIN directory_companies c ON c.id = k.company_id WHERE k.vendor_company_id = ? LIMIT 20`,
      vendor.vendorCompany.id,
    ),
  )

const givenTo = async (
  context: VendorWorkContext,
  customers: Customer[],
  submissionId: string,
): Promise<GivenForm[]> => {
  const cells = [...Map.groupBy(customers, ({ cell }) => cell)]
  const found = await Promise.all(
    cells.map(async ([cell, companies]) => {
      const { db } = inCell(context, cell)
      const results = await db.batch(
        companies.map((company) =>
          db.sql(GIVEN, ...sentToParams({ ...context, vendor: { ...context.vendor, company } }), submissionId),
        ),
      )
      return companies.flatMap(({ name }, at) =>
        ((results[at]?.results ?? []) as unknown as GivenRow[]).map(({ definition, answers, submittedAt }) => ({
          definition: JSON.parse(definition) as FormDefinition,
          answers: JSON.parse(answers) as GivenForm['answers'],
          companyName: name,
          submittedAt: new Date(submittedAt).toISOString(),
        })),
      )
    }),
  )
  return found.flat().toSorted((a, b) => b.submittedAt.localeCompare(a.submittedAt))
}

/** Throws NOT_FOUND like the form itself. */
export const readEarlierAnswers = query({
  id: 'vendor-portal.earlier-answers',
  access: 'vendor.work',
  input: inputOf(getEarlierAnswers),
  run: async (context, { intakeSubmissionId }): Promise<EarlierAnswer[]> => {
    const there = atCustomer(context)
    const [row, customers] = await Promise.all([requireSentForm(there, intakeSubmissionId), customersOf(context)])
    const form = await there.db.first<{ definition: string }>(
      there.db.sql(
        'SELECT definition FROM intake_form_versions WHERE intake_category_id = ? AND version = ?',
        ...[row.intakeCategoryId, row.formVersion],
      ),
    )
    if (!form) throw notFound('The form')
    const given = await givenTo(context, customers, intakeSubmissionId)
    return earlierAnswers(JSON.parse(form.definition) as FormDefinition, given)
  },
})
