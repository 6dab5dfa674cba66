import { z } from 'zod'
import type { CurrentCompany, CurrentPermissions } from '../../../../schema/platform/shell/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { livesHere } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'
import { query, type StaffContext } from '../../../core/operation.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'
import {
  type Connection,
  connectionStatement,
  erpEntitiesStatement,
  hasErpObjects,
  readConnection,
  stepOf,
} from '../accounting/index.ts'
import { cellsOfAddress } from '../directory/index.ts'
import { samlMetadataStatement, samlServiceOf } from '../sign-on/index.ts'

const nothing = z.object({})

export const readPermissions = query({
  id: 'shell.current-permissions',
  access: 'staff.use',
  input: nothing,
  run: async ({ actor }): Promise<CurrentPermissions> => ({
    ...actor.policy.flags,
    isRequestCategoryOwner: actor.policy.isRequestCategoryOwner,
    isSourcingCategoryOwner: actor.policy.isSourcingCategoryOwner,
    isVendorFormOwner: actor.policy.isVendorFormOwner,
    approvesRequestsForDepartment: actor.policy.approvesRequestsForDepartment,
    approvesRequestsForBusinessUnit: actor.policy.approvesRequestsForBusinessUnit,
    isInternalStaff: actor.policy.isInternalStaff,
    localFlags: actor.policy.local,
    departmentIds: actor.departments.map((d) => d.id),
    businessUnitIds: actor.businessUnits.map((b) => b.id),
    groupIds: actor.groups.map((g) => g.id),
    locationId: actor.locationId,
  }),
})

/** The connected books and the metadata of the SAML provider. Companies without one aren't asked about it. */
const connectedOf = async (context: StaffContext) => {
  const { db, actor } = context
  const { isErpLinked, enableOktaSamlLogin } = actor.policy.company
  const [books, saml] = await Promise.all([
    isErpLinked ? readConnection(context, actor.companyId) : null,
    enableOktaSamlLogin ? db.first(samlMetadataStatement(context, actor.companyId)) : null,
  ])
  return { erpIntegrationType: books?.system ?? null, samlMetadataUrl: saml?.metadataUrl ?? null }
}

export const readCompany = query({
  id: 'shell.current-company',
  access: 'staff.use',
  input: nothing,
  run: async (context): Promise<CurrentCompany> => {
    const { actor } = context
    const { issuer, acsUrl } = samlServiceOf(context, actor.companyId)
    return {
      ...actor.policy.company,
      id: actor.company.id,
      name: actor.company.name,
      emailShortName: actor.company.emailShortName,
      currency: actor.company.currency,
      timeZone: actor.company.timeZone,
      requestApprovalMode: actor.company.requestApprovalMode,
      ...(await connectedOf(context)),
      samlCallbackUrl: acsUrl,
      samlIssuerUrl: issuer,
      firstSteps: can(actor.policy, 'settings.manage') ? (actor.company.firstSteps ?? 'DONE') : 'DONE',
    }
  },
})

interface MembershipRow {
  companyId: string
  companyName: string
  hasAdminAccess: number
  hasDepartmentAccess: number
  isInvited: number
}

const MEMBERSHIPS = `
SELECT m.company_id AS companyId, c.name AS companyName, m.has_admin_access AS hasAdminAccess,
       m.has_department_access AS hasDepartmentAccess, m.invited_at IS NOT NULL AS isInvited
  FROM users u JOIN company_memberships m ON m.user_id = u.id JOIN companies c ON c.id = m.company_id
 WHERE u.email = ?1 AND m.disabled_at IS NULL AND (?2 IS NULL OR m.company_id = ?2)
   AND ${livesHere('m.company_id')}`

const compareNames = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

export const readMemberships = query({
  id: 'shell.company-memberships',
  access: 'staff.use',
  input: nothing,
  run: async (context) => {
    const { actor } = context
    // People viewing as a member can't see their other companies.
    const cells = actor.impersonator ? [context] : await cellsOfAddress(context, actor.email)
    const found = await Promise.all(
      cells.map(({ db }) =>
        db.all<MembershipRow>(db.sql(MEMBERSHIPS, actor.email, actor.impersonator ? actor.companyId : null)),
      ),
    )
    const rows = found.flat().toSorted((a, b) => compareNames(a.companyName, b.companyName))
    return rows.map((row) => ({
      companyId: row.companyId,
      companyName: row.companyName,
      hasAdminAccess: row.hasAdminAccess === 1,
      hasDepartmentAccess: row.hasDepartmentAccess === 1,
      isInvited: row.isInvited === 1,
      isCurrent: row.companyId === actor.companyId,
    }))
  },
})

export const readLogo = query({
  id: 'shell.company-logo-signed-url',
  access: 'staff.use',
  input: nothing,
  run: async (context) => {
    const { lightLogoKey, darkLogoKey } = context.actor.company
    const sign = (key: string | null) => (key ? signedFileUrl(context, { key, disposition: 'inline' }) : null)
    return { lightLogoUrl: await sign(lightLogoKey), darkLogoUrl: await sign(darkLogoKey) }
  },
})

const whatItHas = async (db: Database, companyId: string) => {
  const [found, connection, entities] = await db.readBatch([
    db.sql(
      `SELECT EXISTS (SELECT 1 FROM spend_categories WHERE company_id = ?1) AS categories,
              EXISTS (SELECT 1 FROM rule_sets WHERE company_id = ?1 AND subject = 'SPEND_REQUEST'
                        AND deleted_at IS NULL) AS rules,
              ${hasErpObjects('CLASSIFICATION')} AS classifications, ${hasErpObjects('TAX_CODE')} AS taxCodes`,
      companyId,
    ),
    connectionStatement({ db }, companyId),
    erpEntitiesStatement({ db }, companyId),
  ])
  const connected = (connection?.results[0] as unknown as Connection | undefined) ?? null
  const row = found?.results[0]
  return {
    hasSpendCategories: row?.categories === 1,
    hasSpendRules: row?.rules === 1,
    hasErpClassifications: row?.classifications === 1,
    taxCodesEnabled: row?.taxCodes === 1,
    actualsStep: stepOf(connected),
    erpIntegrations: connected
      ? [
          {
            id: connected.id,
            integrationType: connected.system,
            erpEntities: entities?.results ?? [],
          },
        ]
      : [],
  }
}

/** The application's configuration for this company (specification 1 §3). */
export const readApplicationConfiguration = query({
  id: 'shell.application-configuration',
  access: 'staff.use',
  input: nothing,
  run: async ({ actor, env, db }) => ({
    ...(await whatItHas(db, actor.companyId)),
    applicationHostname: new URL(env.OUTLAY_ORIGIN).host,
    emailInboundDomain: env.OUTLAY_INBOUND_DOMAIN ?? null,
    requestApprovalMode: actor.company.requestApprovalMode,
    companyTimeZone: actor.company.timeZone,
    submitsSpendRequestsForOthers: actor.policy.flags.submitsSpendRequestsForOthers,
    hrSyncStep: null,
    companyFlags: actor.policy.company,
    localFlags: actor.policy.local,
  }),
})

export const readPaymentsGatekeeper = query({
  id: 'shell.payments-gatekeeper',
  access: 'staff.use',
  input: nothing,
  run: async ({ actor }) => ({
    paymentsEnabled: actor.policy.company.paymentsEnabled,
    paymentsOnboarded: actor.policy.company.paymentsOnboarded,
  }),
})
