import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import { AppError } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { registerRuleCheck } from '../../approvals/workflows/index.ts'
import { formToSend, formToSendStatement } from './form-version.ts'

/** What must be fixed before a workflow with these tasks can be saved: forms and vendors that can't be used. */

const check = async (context: StaffContext, rules: readonly WorkflowRule[]) => {
  const { db, actor } = context
  const { companyId, userId } = actor
  const settings = rules.map(({ settings: { sendVendorForm } }) => sendVendorForm)
  const categoryIds = [...new Set(settings.flatMap((one) => one?.intakeCategoryIds ?? []))]
  const vendorIds = settings.flatMap((one) => (one?.vendor.source === 'VENDOR' ? [one.vendor.vendorId] : []))
  const [vendors, ...forms] = await db.batch([
    db.sql(
      'SELECT id FROM vendors WHERE +company_id = ? AND id IN (SELECT value FROM json_each(?))',
      ...[companyId, JSON.stringify(vendorIds)],
    ),
    ...categoryIds.map((id) => formToSendStatement(db, companyId, id, null)),
  ])
  const known = new Set((vendors?.results ?? []).map(({ id }) => id))
  const problems = new Map<string, string>()
  for (const [at, categoryId] of categoryIds.entries()) {
    const row = forms[at]?.results[0] as unknown as Parameters<typeof formToSend>[1]
    try {
      formToSend(context, row, { companyId, userId, categoryId })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID') throw error
      const reason = Object.values(error.fields ?? {})[0] ?? error.message
      problems.set(categoryId, row ? `“${row.name}”: ${reason}` : 'One of the vendor forms no longer exists')
    }
  }
  return rules.flatMap((rule) => {
    const { intakeCategoryIds = [], vendor } = rule.settings.sendVendorForm ?? {}
    const message = actor.policy.company.enableVendorIntake
      ? intakeCategoryIds.flatMap((id) => problems.get(id) ?? [])[0]
      : 'Vendor forms are turned off for your company'
    if (message) return [{ id: rule.id, message }]
    return vendor?.source === 'VENDOR' && !known.has(vendor.vendorId)
      ? [{ id: rule.id, message: 'The vendor no longer exists' }]
      : []
  })
}

registerRuleCheck('SEND_VENDOR_FORM', check)
