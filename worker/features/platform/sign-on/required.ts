import { METHOD_WORDS, PROVIDER_METHODS, type ProviderMethod } from '../../../../schema/platform/sign-on/methods.ts'
import {
  getRequiredLogin,
  type RequiredLogin,
  saveRequiredLogin,
} from '../../../../schema/platform/sign-on/required-endpoints.ts'
import { signOnConnections } from '../../../../schema/platform/sign-on/tables.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { factorNeeded, freshUntil } from '../../../core/signed-in/fresh-factor.ts'
import { guardedRun } from '../guarded/index.ts'
import { MEMBER_IDS, namedAdmins } from '../members/index.ts'
import {
  endOtherSessions,
  offeredMethods,
  requirementIn,
  requirementOf,
  requirementStatement,
  requirementStatements,
} from '../session/index.ts'
import { COUNTS, isAllowed } from './connections.ts'
import { domainsOf } from './domains.ts'
import { type From, requireSameState, SIGN_ON_PLACE } from './guard.ts'

/**
 * The login method that a company requires of people with addresses in its proven domains. It can’t lock the company out:
 * it is required only once an admin came back from the provider, and named admins may use the email link with a passkey.
 */

const TESTED = typed`SELECT ${columns(
  select(signOnConnections, 's', ['kind', 'testedAt']),
  computed<{ counts: number }>({ counts: COUNTS }),
)} FROM sign_on_connections s WHERE s.company_id = ?`

const current = async (context: StaffContext): Promise<RequiredLogin> => {
  const { db, env, actor } = context
  const { companyId, policy } = actor
  const [[requirements, { results: tested }, { results: admins }], domains] = await Promise.all([
    db.readBatch([
      requirementStatement(context, companyId),
      db.sql(TESTED, companyId),
      db.sql(namedAdmins(), companyId),
    ]),
    domainsOf(context, companyId),
  ])
  const required = requirementIn(requirements.results[0])
  const connected = tested.flatMap(({ kind, counts }) => (counts === 1 ? [kind] : []))
  const allowing = { flags: policy.company, connected, required: required?.method ?? null }
  const allowed = offeredMethods(env).filter((method) => isAllowed(method, allowing))
  const testedAt = new Map(tested.map((row) => [row.kind as string, row.testedAt]))
  const instantOf = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null)
  return {
    method: required?.method ?? null,
    since: instantOf(required?.since),
    domains: required?.domains ?? domains.filter(({ provenAt }) => provenAt !== null).map(({ domain }) => domain),
    breakGlassUserIds: required?.breakGlassUserIds ?? [],
    methods: PROVIDER_METHODS.filter((method) => allowed.includes(method)).map((method) => ({
      method,
      testedAt: instantOf(testedAt.get(method)),
    })),
    admins: admins.map(({ id, name, hasPasskey }) => ({ id, name, hasPasskey: hasPasskey === 1 })),
  }
}

export const readRequired = query({
  id: 'sso-integrations.get-required',
  access: 'sign-on.manage',
  input: inputOf(getRequiredLogin),
  run: current,
})

/** Throws INVALID for what would lock the company out. */
const requireSafe = (
  context: StaffContext,
  { domains, methods, admins, method: before }: RequiredLogin,
  { method, breakGlassUserIds }: { method: ProviderMethod; breakGlassUserIds: readonly string[] },
): void => {
  const name = METHOD_WORDS[method]
  if (!offeredMethods(context.env).includes('EMAIL_LINK'))
    throw invalidField('method', 'This installation sends no login links, so no one could break the glass')
  const chosen = methods.find((each) => each.method === method)
  if (!chosen) throw invalidField('method', `Turn ${name} on and connect it first`)
  if (domains.length === 0) throw invalidField('method', 'Prove a login domain first. It holds for addresses there')
  // Who may break the glass can change while it is required, whatever became of the provider.
  if (chosen.testedAt === null && before !== method)
    throw invalidField('method', `Test ${name} first, so that you know it works`)
  if (breakGlassUserIds.length === 0)
    throw invalidField('breakGlassUserIds', 'Choose at least one admin who can log in if the provider fails')
  const without = admins.find(({ id, hasPasskey }) => breakGlassUserIds.includes(id) && !hasPasskey)
  if (without)
    throw invalidField(
      'breakGlassUserIds',
      `${without.name} has no passkey yet. They add one under Sign-in and devices`,
    )
}

interface Wanted extends From {
  method: ProviderMethod | null
  breakGlassUserIds: string[]
}

const stateOf = ({ method, breakGlassUserIds }: Pick<RequiredLogin, 'method' | 'breakGlassUserIds'>): string =>
  JSON.stringify([method, breakGlassUserIds.toSorted()])

/** What holds, and what was asked once it is safe. Throws INVALID for what isn’t. */
const checked = async (context: StaffContext, wanted: Wanted) => {
  const { method } = wanted
  const before = await current(context)
  if (wanted.breakGlassUserIds.some((id) => before.admins.every((admin) => admin.id !== id)))
    throw invalidField('breakGlassUserIds', 'Choose active admins of your company')
  const breakGlassUserIds = method === null ? [] : [...new Set(wanted.breakGlassUserIds)]
  if (method !== null) requireSafe(context, before, { method, breakGlassUserIds })
  return { before, breakGlassUserIds }
}

/**
 * Another method, or another admin who may use the email link. To require one, or fewer admins, makes it stricter. To
 * require none is the way back in, which waits for no one: it takes a fresh factor, and all admins are told.
 */
const loosens = async (context: StaffContext, wanted: Wanted): Promise<string | null> => {
  const { before, breakGlassUserIds } = await checked(context, wanted)
  if (wanted.method === null) {
    if (before.method !== null && freshUntil(context.actor, context.clock.now()) === null) throw factorNeeded()
    return null
  }
  if (before.method === null) return null
  const added = before.admins.filter(
    ({ id }) => breakGlassUserIds.includes(id) && !before.breakGlassUserIds.includes(id),
  )
  const parts = [
    before.method !== wanted.method &&
      `Require ${METHOD_WORDS[wanted.method]} in place of ${METHOD_WORDS[before.method]}`,
    added.length > 0 && `Let ${listOf(added.map(({ name }) => name))} break the glass`,
  ]
  return parts.filter(Boolean).join('. ') || null
}

const set = async (context: StaffContext, wanted: Wanted, askedBy?: string): Promise<RequiredLogin> => {
  const { actor, newId } = context
  const { companyId } = actor
  const { method } = wanted
  const { before, breakGlassUserIds } = await checked(context, wanted)
  requireSameState(wanted, stateOf(before), askedBy)
  const isSame = stateOf(before) === stateOf({ method, breakGlassUserIds })
  if (isSame) return before
  const proven = (await domainsOf(context, companyId)).filter(({ provenAt }) => provenAt !== null)
  const since = before.method === method && before.since ? Date.parse(before.since) : context.clock.now()
  const names = before.admins.filter(({ id }) => breakGlassUserIds.includes(id)).map(({ name }) => name)
  const message =
    method === null
      ? `Requires ${before.method ? METHOD_WORDS[before.method] : 'no method'} no more`
      : `Requires ${METHOD_WORDS[method]} of people in ${listOf(proven.map(({ domain }) => domain))}. ${listOf(names)} may use the email link with a passkey`
  await commit(context, {
    subject: 'The required login method',
    statements: [
      ...requirementStatements(
        context,
        companyId,
        method && { method, breakGlassUserIds, since, domains: proven.map(({ domain }) => domain) },
      ),
      ...(method === null ? [] : [endOtherSessions(context.db, companyId, MEMBER_IDS)]),
    ],
    audit: [
      {
        changeKey: `required-login:${newId()}`,
        action: method === null ? 'company.login-no-longer-required' : 'company.login-required',
        targetType: 'COMPANY',
        targetId: companyId,
        message,
        changeData: {
          before: { method: before.method, breakGlassUserIds: before.breakGlassUserIds },
          after: { method, breakGlassUserIds },
        },
      },
    ],
    ...(method === null &&
      before.method && {
        outbox: [{ topic: 'sign-on.warning', payload: { what: 'STOPPED', method: before.method, by: actor.name } }],
      }),
    result: null,
  })
  return current(context)
}

export const saveRequired = command({
  id: 'sso-integrations.save-required',
  access: 'sign-on.manage',
  freshFactor: true,
  idempotency: 'none',
  input: inputOf(saveRequiredLogin),
  run: guardedRun({
    id: 'sso-integrations.save-required',
    loosens,
    run: set,
    current,
    kept: async (context, wanted) => ({ ...wanted, from: stateOf(await current(context)) }),
    place: SIGN_ON_PLACE,
  }),
})

/** Throws RULE_BROKEN if the company requires the method: its connection stays as it was tested. */
export const requireNotRequired = async (context: StaffContext, method: ProviderMethod): Promise<void> => {
  const required = await requirementOf(context, context.actor.companyId)
  if (required?.method !== method) return
  throw new AppError(
    'RULE_BROKEN',
    `Your company requires ${METHOD_WORDS[method]}. Stop requiring it before you change how it is connected.`,
    { reason: 'LOGIN_REQUIRED' },
  )
}

/** Throws INVALID if a domain is left out for whose people the company requires a method. */
export const requireRequiredDomains = async (context: StaffContext, wanted: readonly string[]): Promise<void> => {
  const required = await requirementOf(context, context.actor.companyId)
  const missing = required?.domains.find((domain) => !wanted.includes(domain))
  if (required && missing !== undefined)
    throw invalidField(
      'loginDomains',
      `Your company requires ${METHOD_WORDS[required.method]} at ${missing}. Stop requiring it before you remove that domain.`,
    )
}

/** Throws INVALID if the method that the company requires is left out. */
export const requireRequiredMethod = async (context: StaffContext, methods: readonly LoginMethod[]): Promise<void> => {
  const required = await requirementOf(context, context.actor.companyId)
  if (!required || methods.includes(required.method)) return
  throw invalidField('methods', `Your company requires ${METHOD_WORDS[required.method]}. Stop requiring it first.`)
}
