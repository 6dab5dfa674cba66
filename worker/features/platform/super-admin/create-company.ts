import { createCompany as createEndpoint } from '../../../../schema/platform/super-admin/endpoints.ts'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireSwitchable } from '../company/index.ts'
import { inEmptiestCell, onTakenShortName, withDirectory } from '../directory/index.ts'
import { newAdmin, newCompany } from '../members/index.ts'
import { atWorkIn } from './in-company.ts'

/**
 * Adds a company with its first admin, who joins by accepting the invitation. Its history begins with who added it.
 * Throws INVALID for a short name that is taken, for a feature that doesn't exist yet, and for a staff address.
 */
export const createCompany = command({
  id: 'super-admin.create-company',
  access: 'platform.administer',
  input: inputOf(createEndpoint),
  run: async (context, { name, emailShortName, currency, featureFlags, admin }) => {
    requireSwitchable(Object.keys(featureFlags) as CompanyFlag[], featureFlags)
    const id = context.newId()
    const company = {
      id,
      name,
      emailShortName,
      currency,
      timeZone: 'UTC',
      requestApprovalMode: 'EACH_LEVEL_GROUP' as const,
      flags: JSON.stringify(featureFlags),
      lightLogoKey: null,
      darkLogoKey: null,
    }
    const inside = atWorkIn(await inEmptiestCell(context), company)
    const made = newCompany(inside, company)
    const first = admin ? await newAdmin(inside, admin).catch(besideAdmin) : null
    return withDirectory(inside, { before: null, after: company }, (told) =>
      commit(inside, {
        subject: 'The company',
        statements: [made.statement, ...told, ...(first?.statements ?? [])],
        outbox: first?.outbox ?? [],
        audit: [made.audit, ...(first?.audit ?? [])],
        result: { id },
        onDuplicate: { ...onTakenShortName, ...first?.onDuplicate },
      }),
    )
  },
})

/** Their fields are inside `admin` here. */
const besideAdmin = (error: unknown): never => {
  if (!(error instanceof AppError) || !error.fields) throw error
  const fields = Object.entries(error.fields).map(([field, text]) => [`admin.${field}`, text])
  throw new AppError(error.code, error.message, { fields: Object.fromEntries(fields) })
}
