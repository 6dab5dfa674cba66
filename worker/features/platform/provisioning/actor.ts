import { companies } from '../../../../schema/platform/members/tables.ts'
import { provisioningKeys } from '../../../../schema/platform/provisioning/tables.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { ACCESS_FLAGS, readCompanyFlags, readLocalFlags } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { PROVISIONING } from '../../../core/audit.ts'
import { livesHere } from '../../../core/cells.ts'
import { notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { columns, type RowOf, select, typed } from '../../../core/record.ts'
import { COMPANIES } from '../members/index.ts'

/**
 * Who acts when an identity provider changes a company's people. The history names "Provisioning", because no one of the
 * company did it. The rules of members hold for it as for an admin who is in no group: rights about money wait for a second
 * person, and the last admin stays.
 */

const COMPANY_COLUMNS = select(companies, 'c', {
  companyId: 'id',
  companyName: 'name',
  emailShortName: 'emailShortName',
  currency: 'currency',
  timeZone: 'timeZone',
  requestApprovalMode: 'requestApprovalMode',
  companyFlags: 'flags',
})
const COMPANY = typed`SELECT ${COMPANY_COLUMNS} FROM ${COMPANIES} WHERE c.id = ?`
type CompanyRow = RowOf<typeof COMPANY_COLUMNS>

const ALL_FLAGS = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, true])) as StaffActor['policy']['flags']

const provisioner = (env: BaseContext['env'], row: CompanyRow): StaffActor => ({
  userId: PROVISIONING.id,
  companyId: row.companyId,
  sessionHash: '',
  email: '',
  firstName: PROVISIONING.name,
  lastName: '',
  name: PROVISIONING.name,
  timezone: null,
  impersonator: null,
  apiKey: null,
  // The way by which its people come. It signs in nowhere itself.
  loginMethod: 'OKTA_SAML',
  factorAt: null,
  isNewHolder: false,
  departments: [],
  businessUnits: [],
  groups: [],
  locationId: null,
  delegatorIds: [],
  delegationLimits: {},
  delegationSetBy: {},
  ownedCategoryIds: [],
  company: {
    id: row.companyId,
    name: row.companyName,
    emailShortName: row.emailShortName,
    currency: row.currency as Currency,
    timeZone: row.timeZone,
    requestApprovalMode: row.requestApprovalMode,
    lightLogoKey: null,
    darkLogoKey: null,
  },
  policy: {
    flags: ALL_FLAGS,
    company: readCompanyFlags(row.companyFlags),
    local: readLocalFlags(env.OUTLAY_LOCAL_FLAGS),
    isRequestCategoryOwner: false,
    isSourcingCategoryOwner: false,
    isVendorFormOwner: false,
    approvesRequestsForDepartment: false,
    approvesRequestsForBusinessUnit: false,
    isImpersonated: false,
    isInternalStaff: false,
    isApiKey: false,
  },
})

const acting = (context: BaseContext, row: CompanyRow): StaffContext => {
  const { system: _, ...rest } = context
  return { ...rest, vendor: null, commandId: null, actor: provisioner(context.env, row) }
}

/** The context in which an identity provider's word changes the members of a company, which lives in this cell. */
export const asProvisioning = async (context: BaseContext, companyId: string): Promise<StaffContext> => {
  const row = await context.db.first(context.db.sql(COMPANY, companyId))
  if (!row) throw notFound('The company')
  return acting(context, row)
}

const KEY_COLUMNS = columns(
  COMPANY_COLUMNS,
  select(provisioningKeys, 'k', ['id', 'windowStart', 'windowCount', 'lastUsedAt']),
)
/** The key whose hash is ?1 and that works at ?2, with its company, which lives here. */
const KEY = typed`SELECT ${KEY_COLUMNS} FROM provisioning_keys k CROSS JOIN ${COMPANIES} ON c.id = k.company_id
  WHERE k.key_hash = ?1 AND k.revoked_at IS NULL AND coalesce(k.ends_at, 9000000000000) > ?2 AND ${livesHere('k.company_id')}`
type KeyRow = RowOf<typeof KEY_COLUMNS>

/** The key of a call. Null if it is unknown, revoked or over, or its company has moved. */
export const loadKey = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>, key: string): Promise<KeyRow | null> =>
  db.first(db.sql(KEY, sha256Hex(key), clock.now()))

/** The context of a call with that key. */
export const actingByKey = acting
