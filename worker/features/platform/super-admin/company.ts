import { turnedOffIn } from '../../../../schema/platform/company/modules.ts'
import * as endpoints from '../../../../schema/platform/super-admin/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { allowedFlags, changeCompany, companyStatement, type StoredCompany } from '../company/index.ts'
import { newAdmin } from '../members/index.ts'
import { ENTITY, saveUnits, unitsStatement } from '../organisation/index.ts'
import { STAFF_COMPANY } from '../session/index.ts'
import { type Figures, figuresStatement, stateOf } from './companies-list.ts'
import { inCompany } from './in-company.ts'

/** One company, by its id. */

const MOST_ADMINS = 20

interface AdminRow {
  id: string
  firstName: string
  lastName: string
  email: string
  isInvited: number
}

const adminsStatement = ({ db }: StaffContext, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email, m.invited_at IS NOT NULL AS isInvited
       FROM company_memberships m INDEXED BY company_memberships_admins CROSS JOIN users u ON u.id = m.user_id
      WHERE m.company_id = ?1 AND m.has_admin_access = 1 AND m.disabled_at IS NULL LIMIT ${MOST_ADMINS}`,
    companyId,
  )

const at = (instant: number): string => new Date(instant).toISOString()

export const readManagedCompany = query({
  id: 'super-admin.get-company',
  access: 'platform.administer',
  input: inputOf(endpoints.getCompany),
  place: ({ companyId }) => ({ companyId }),
  run: async (context, { companyId }): Promise<endpoints.ManagedCompany> => {
    const of = { ...context, actor: { ...context.actor, companyId } }
    const [company, figures, admins, entities] = await context.db.batch([
      companyStatement(context, companyId),
      figuresStatement(context, companyId),
      adminsStatement(context, companyId),
      unitsStatement(of, ENTITY),
    ])
    const stored = company?.results[0] as unknown as StoredCompany | undefined
    if (!stored || companyId === STAFF_COMPANY) throw notFound('The company')
    const own = figures?.results[0] as unknown as Figures
    return {
      ...allowedFlags(stored.flags),
      turnedOff: [...turnedOffIn(stored.flags)],
      id: stored.id,
      name: stored.name,
      emailShortName: stored.emailShortName,
      state: stateOf(own),
      currency: stored.currency,
      canChangeCurrency: stored.hasAmounts === 0,
      requestApprovalMode: stored.requestApprovalMode,
      memberCount: own.memberCount,
      admins: ((admins?.results ?? []) as unknown as AdminRow[])
        .map((admin) => ({
          id: admin.id,
          name: fullName(admin),
          email: admin.email,
          isInvited: admin.isInvited === 1,
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
      entities: ((entities?.results ?? []) as unknown as { id: string; name: string; version: number }[]).map(
        ({ id, name, version }) => ({ id, name, version }),
      ),
      createdAt: at(stored.createdAt),
      lastActivityAt: own.lastActivityAt === null ? null : at(own.lastActivityAt),
      version: stored.version,
    }
  },
})

/** Throws NOT_FOUND, INVALID as `changeCompany` does, CONFLICT for a stale version. */
export const updateCompany = command({
  id: 'super-admin.update-company',
  access: 'platform.administer',
  input: inputOf(endpoints.updateCompany),
  run: async (context, { companyId, featureFlags, ...change }) => {
    const { inside } = await inCompany(context, companyId)
    return changeCompany(inside, { ...change, flags: featureFlags })
  },
})

const EVERYONES: ReadonlySet<string> = new Set(endpoints.EVERYONES_FEATURES)

/** Features that are on stay on. Throws NOT_FOUND, INVALID for features that don't exist yet. */
export const enableFeatures = command({
  id: 'super-admin.enable-company-features',
  access: 'platform.administer',
  input: inputOf(endpoints.enableCompanyFeatures),
  run: async (context, { companyId, features }) => {
    const { inside } = await inCompany(context, companyId)
    const flags = features.filter((name) => !EVERYONES.has(name))
    return changeCompany(inside, { flags: Object.fromEntries(flags.map((flag) => [flag, true])) })
  },
})

/** Throws NOT_FOUND, INVALID for the email of an existing member. */
export const inviteAdmin = command({
  id: 'super-admin.invite-admin',
  access: 'platform.administer',
  input: inputOf(endpoints.inviteCompanyAdmin),
  run: async (context, { companyId, ...person }) => {
    const { inside } = await inCompany(context, companyId)
    const { id, ...parts } = await newAdmin(inside, person)
    return commit(inside, { subject: 'The member', ...parts, result: { id } })
  },
})

/** Throws NOT_FOUND, INVALID for a name that is taken, CONFLICT for a stale version. */
export const saveEntities = command({
  id: 'super-admin.save-entities',
  access: 'platform.administer',
  input: inputOf(endpoints.saveCompanyEntities),
  run: async (context, { companyId, entities }) => {
    const { inside } = await inCompany(context, companyId)
    return saveUnits(inside, ENTITY, entities, 'entities')
  },
})
