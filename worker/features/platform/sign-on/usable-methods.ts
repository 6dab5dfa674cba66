import { LOGIN_METHOD_NAMES, METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import * as endpoints from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { Database } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { changeCompany } from '../company/index.ts'
import { guardedRun } from '../guarded/index.ts'
import { offeredMethods } from '../session/index.ts'
import { type From, isInUse, requireSameState, SIGN_ON_PLACE } from './guard.ts'
import { requireNotRequired, requireRequiredMethod } from './required.ts'

/** By which methods a company's people may log in, and whose tenant at Microsoft vouches for them. */

/** Those that a company's people always reach: the others need what the company has set up elsewhere. */
const requireWayIn = ({ env, actor }: StaffContext, methods: readonly LoginMethod[]): void => {
  const offered = offeredMethods(env)
  if (!methods.some((method) => offered.includes(method)))
    throw invalidField('methods', 'No one could log in with these')
  const own = actor.loginMethod
  if (!methods.includes(own))
    throw invalidField(
      'methods',
      `You’re logged in with ${METHOD_WORDS[own]}. Log in another way first, so that you know it works.`,
    )
}

const TENANT = typed`SELECT ${select(signOnConnections, 's', ['tenantId'])} FROM sign_on_connections s
  WHERE s.company_id = ? AND s.kind = 'MICROSOFT'`

/** Names the company's tenant at Microsoft, or none. */
const saveTenant = async (context: StaffContext, tenantId: string | null): Promise<void> => {
  const { db, actor, clock, newId } = context
  const { companyId } = actor
  const kept = await db.first(db.sql(TENANT, companyId))
  if ((kept?.tenantId ?? null) === tenantId) return
  await requireNotRequired(context, 'MICROSOFT')
  const save = Database.orm
    .insert(signOnConnections)
    .values({ companyId, kind: 'MICROSOFT', tenantId, createdAt: clock.now(), changedAt: clock.now() })
    .onConflictDoUpdate({
      target: [signOnConnections.companyId, signOnConnections.kind],
      set: { tenantId, testedAt: null, changedAt: clock.now() },
    })
  await commit(context, {
    subject: 'The tenant',
    statements: [db.statement(save)],
    audit: [
      {
        changeKey: `microsoft-tenant:${newId()}`,
        action: 'company.microsoft-tenant-set',
        targetType: 'COMPANY',
        targetId: companyId,
        message: tenantId === null ? 'Removed the Microsoft tenant' : `Set the Microsoft tenant to ${tenantId}`,
        changeData: { before: { tenantId: kept?.tenantId ?? null }, after: { tenantId } },
      },
    ],
    result: null,
  })
}

interface Methods extends From {
  methods: LoginMethod[]
  microsoftTenantId: string | null
}

const methodsNow = async ({ db, actor }: StaffContext): Promise<Methods> => ({
  methods: LOGIN_METHOD_NAMES.filter((name) => actor.policy.company[LOGIN_METHODS[name]]),
  microsoftTenantId: (await db.first(db.sql(TENANT, actor.companyId)))?.tenantId ?? null,
})

const stateOfMethods = ({ methods, microsoftTenantId }: Methods): string => JSON.stringify([methods, microsoftTenantId])

const setMethods = async (context: StaffContext, wanted: Methods, askedBy?: string): Promise<Methods> => {
  const { methods, microsoftTenantId } = wanted
  requireSameState(wanted, stateOfMethods(await methodsNow(context)), askedBy)
  requireWayIn(context, methods)
  await requireRequiredMethod(context, methods)
  const tenantId = microsoftTenantId?.toLowerCase() ?? null
  await saveTenant(context, tenantId)
  const flags = Object.fromEntries(LOGIN_METHOD_NAMES.map((name) => [LOGIN_METHODS[name], methods.includes(name)]))
  await changeCompany(context, { flags })
  return { methods, microsoftTenantId: tenantId }
}

/** Another way in: a method, or another tenant that vouches for people. */
const loosensMethods = async (context: StaffContext, wanted: Methods): Promise<string | null> => {
  requireWayIn(context, wanted.methods)
  await requireRequiredMethod(context, wanted.methods)
  const before = await methodsNow(context)
  const added = wanted.methods.filter((name) => !before.methods.includes(name))
  const tenantId = wanted.microsoftTenantId?.toLowerCase() ?? null
  const isOtherTenant = tenantId !== before.microsoftTenantId
  if (isOtherTenant) await requireNotRequired(context, 'MICROSOFT')
  if (!(await isInUse(context))) return null
  const parts = [
    added.length > 0 && `Let people log in with ${listOf(added.map((name) => METHOD_WORDS[name]))} too`,
    isOtherTenant && tenantId !== null && `Set the Microsoft tenant to ${tenantId}`,
  ]
  return parts.filter(Boolean).join('. ') || null
}

export const saveMethods = command({
  id: 'sso-integrations.save-methods',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(endpoints.saveLoginMethods),
  run: guardedRun({
    id: 'sso-integrations.save-methods',
    loosens: loosensMethods,
    run: setMethods,
    current: methodsNow,
    kept: async (context, wanted) => ({ ...wanted, from: stateOfMethods(await methodsNow(context)) }),
    place: SIGN_ON_PLACE,
  }),
})
