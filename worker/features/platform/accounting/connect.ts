import { z } from 'zod'
import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import * as endpoints from '../../../../schema/platform/accounting/endpoints.ts'
import { MONTHS_READ } from '../../../../schema/platform/accounting/values.ts'
import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { firstDayOf } from '../../../../schema/shared/day-count.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import { id } from '../../../../schema/shared/values.ts'
import { type BooksAccess, booksOf } from '../../../core/books.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { hmacHex, hmacMatches } from '../../../core/hash.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { nudgeSync } from '../../../core/syncs.ts'
import { accountName, isAccountId } from '../../../integrations/netsuite/account.ts'
import { authorizeUrl, exchangeCode } from '../../../integrations/quickbooks/oauth.ts'
import { hasQuickbooks } from '../../../integrations/quickbooks/settings.ts'
import { replaceCredential } from '../../../objects/connection/client.ts'
import { readCredential } from '../../../objects/connection/credentials.ts'
import { accessTo, type Connection, readConnection } from './connection.ts'
import { startStatements } from './sync-jobs.ts'

/**
 * Connecting and disconnecting the accounting system. The same account again is the same connection, with its mappings.
 */

const SYSTEM_NAMES: Record<BooksSystem, string> = {
  QUICKBOOKS: 'QuickBooks',
  NETSUITE: 'NetSuite',
  CUSTOM: 'the custom sync',
}
/** Older than any books. */
const FROM_THE_BEGINNING = '1970-01-01'

interface Account {
  system: BooksSystem
  accountId: string
  secret: string
  readsAll: boolean
  /** Where a refusal is said: beside the field of the secret. Null if no form asks for one. */
  field: string | null
}

/** A system doesn't say which of the things that were entered is wrong. And only a run tries again by itself. */
const wordsOf = ({ message, reason }: ProviderError, isEntered: boolean): string =>
  reason === 'RECONNECT' && isEntered
    ? `${message.split('. ')[0]}. It doesn’t say which part is wrong: check everything entered here, and the role in NetSuite.`
    : message.replace(/ It will be tried again\.$/, ' Check what you entered, or try again in a minute.')

/** What the provider says beside what it was asked with, in words for the person who connects it. */
const tried = async <T>(call: () => Promise<T>, field: string | null = null): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const message = wordsOf(error, field !== null)
    throw new AppError('RULE_BROKEN', message, { reason: 'REFUSED', ...(field && { fields: { [field]: message } }) })
  }
}

/** The way to the provider with a secret that isn't kept yet. */
const trialAccess = (context: StaffContext, { accountId, secret }: Account): BooksAccess => ({
  env: context.env,
  accountId,
  secret,
  useSoap: context.actor.policy.company.netsuiteSoapEnabled,
  now: () => context.clock.now(),
  permit: async () => {},
  renew: async () => {
    throw new ProviderError('The accounting system refused the connection.', { isFinal: true })
  },
})

const isCurrency = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code)

const linkedStatement = ({ db }: StaffContext, companyId: string, isLinked: boolean): D1PreparedStatement =>
  db.sql(
    `UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json(?2)), version = version + 1 WHERE id = ?1`,
    companyId,
    String(isLinked),
  )

/** The connection of this account that the company had before, if any. */
const earlierId = async (
  { db, actor }: StaffContext,
  { system, accountId }: Pick<Account, 'system' | 'accountId'>,
): Promise<string | null> => {
  const row = await db.first<{ id: string }>(
    db.sql(
      `SELECT id FROM erp_connections INDEXED BY erp_connections_company
        WHERE company_id = ? AND system = ? AND account_id = ? ORDER BY connected_at DESC LIMIT 1`,
      ...[actor.companyId, system, accountId],
    ),
  )
  return row?.id ?? null
}

const connectAccount = async (context: StaffContext, account: Account): Promise<{ id: string }> => {
  const { db, env, actor, clock, newId } = context
  const { system, accountId, secret, readsAll, field } = account
  const { companyId } = actor
  const current = await readConnection(context, companyId)
  if (current && (current.system !== system || current.accountId !== accountId))
    throw new AppError('RULE_BROKEN', `${current.name} is connected. Disconnect it first.`, { reason: 'CONNECTED' })
  const { name, currency } = await tried(() => booksOf(system).probe(trialAccess(context, account)), field)
  if (!isCurrency(currency))
    throw new AppError('RULE_BROKEN', `These books are kept in ${currency}, which Outlay can’t handle yet.`)
  const kept = await readCredential(env, { companyId, provider: system }, clock.now())
  await replaceCredential(env, {
    ...{ companyId, provider: system, seenVersion: kept?.version ?? 0 },
    ...{ commandId: null, audit: null, given: secret },
  })
  db.noteWriteElsewhere()
  const id = current?.id ?? (await earlierId(context, account)) ?? newId()
  return keepConnection(context, { id, system, accountId, name, currency, readFrom: readFromOf(clock.now(), readsAll) })
}

const readFromOf = (now: number, readsAll: boolean): string =>
  readsAll ? FROM_THE_BEGINNING : firstDayOf(shiftMonth(monthOf(dayIn(null, now)), 1 - MONTHS_READ))

type Kept = Pick<Connection, 'id' | 'system' | 'accountId' | 'name' | 'currency' | 'readFrom'>

/** Keeps a connection, and reads it unless its system pushes. */
const keepConnection = async (
  context: StaffContext,
  { id: connectionId, system, accountId, name, currency, readFrom }: Kept,
  isPushed = false,
): Promise<{ id: string }> => {
  const { db, actor, clock, newId } = context
  const { companyId, userId } = actor
  const run = newId()
  const result = await commit(context, {
    subject: 'The connection',
    statements: [
      db.sql(
        `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
           is_full_wanted, connected_by_user_id, connected_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'CONNECTED', 'DEPARTMENT_MAPPING', ?7, 1, ?8, ?9)
         ON CONFLICT (id) DO UPDATE SET name = ?5, currency = ?6, state = 'CONNECTED', error = NULL, is_full_wanted = 1,
           read_from = min(read_from, ?7), connected_by_user_id = ?8, connected_at = ?9, disconnected_at = NULL,
           version = version + 1`,
        ...[connectionId, companyId, system, accountId, name, currency, readFrom, userId, clock.now()],
      ),
      linkedStatement(context, companyId, true),
      ...(isPushed ? [] : startStatements(context, { companyId, system }, { id: run, trigger: 'HAND' })),
    ],
    audit: [
      {
        changeKey: `accounting:${connectionId}:connected:${run}`,
        action: 'accounting.connected',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Connected ${SYSTEM_NAMES[system]} (${name})`,
        changeData: { after: { system, account: accountId, name, currency } },
      },
    ],
    result: { id: connectionId },
    onDuplicate: {
      'erp_connections.company_id': () =>
        new AppError('RULE_BROKEN', 'Another accounting system was connected at the same time.', {
          reason: 'CONNECTED',
        }),
    },
  })
  if (!isPushed) nudgeSync(context, run)
  return result
}

/** Nothing to try: the company's own system pushes with an API key. The account is the company itself. */
export const connectCustom = command({
  id: 'integrations.connect-custom',
  access: 'integrations.manage',
  input: inputOf(endpoints.connectCustom),
  run: async (context, { name, currency }) => {
    const { companyId } = context.actor
    const current = await readConnection(context, companyId)
    if (current && current.system !== 'CUSTOM')
      throw new AppError('RULE_BROKEN', `${current.name} is connected. Disconnect it first.`, { reason: 'CONNECTED' })
    const account = { system: 'CUSTOM' as const, accountId: companyId }
    const id = current?.id ?? (await earlierId(context, account)) ?? context.newId()
    return keepConnection(context, { ...account, id, name, currency, readFrom: FROM_THE_BEGINNING }, true)
  },
})

/** Throws INVALID for what can't be an account. */
const ofNetsuite = (realmId: string): Pick<Account, 'system' | 'accountId'> => {
  if (!isAccountId(realmId))
    throw invalidField('realmId', 'Enter the account ID as NetSuite shows it, such as 123456_SB1')
  return { system: 'NETSUITE', accountId: accountName(realmId) }
}

/** Throws INVALID for what can't be an account, RULE_BROKEN with NetSuite's reason if it refuses the tokens. */
export const connectNetsuite = command({
  id: 'integrations.upsert-accounting-token',
  access: 'integrations.manage',
  // The tokens would be kept with the command.
  idempotency: 'none',
  input: inputOf(endpoints.connectNetsuite),
  run: async (context, { consumerKey, consumerSecret, token, tokenSecret, realmId, triggerAllTimeSync = false }) => {
    return connectAccount(context, {
      ...ofNetsuite(realmId),
      secret: JSON.stringify({ kind: 'TBA', consumerKey, consumerSecret, tokenId: token, tokenSecret }),
      readsAll: triggerAllTimeSync,
      field: 'tokenSecret',
    })
  },
})

/** The same with a certificate. It is for REST only, so that a company with SOAP has to use tokens. */
export const connectNetsuiteCertificate = command({
  id: 'integrations.connect-netsuite-certificate',
  access: 'integrations.manage',
  // The key would be kept with the command.
  idempotency: 'none',
  input: inputOf(endpoints.connectNetsuiteCertificate),
  run: async (context, { realmId, clientId, certificateId, privateKey, triggerAllTimeSync = false }) => {
    if (context.actor.policy.company.netsuiteSoapEnabled)
      throw new AppError('RULE_BROKEN', 'Your company reads NetSuite by SOAP, which needs tokens instead.', {
        reason: 'NEEDS_TOKENS',
      })
    return connectAccount(context, {
      ...ofNetsuite(realmId),
      secret: JSON.stringify({ kind: 'M2M', clientId, certificateId, privateKey }),
      readsAll: triggerAllTimeSync,
      field: 'privateKey',
    })
  },
})

/** Where Intuit sends people back to. It is registered there. */
const redirectUri = ({ env }: StaffContext): string => `${env.OUTLAY_ORIGIN}/budget-tracking/actuals/login`
const STATE_MS = 30 * 60 * 1000
const stateOf = ({ actor }: StaffContext, expires: number): string =>
  ['quickbooks', actor.companyId, actor.userId, expires].join('\n')

const requireQuickbooks = ({ env }: StaffContext): void => {
  if (!hasQuickbooks(env)) throw new AppError('RULE_BROKEN', 'QuickBooks is not set up on this installation.')
}

/** The state says that the same person comes back, within half an hour. */
export const beginQuickbooks = command({
  id: 'integrations.begin-quickbooks',
  access: 'integrations.manage',
  idempotency: 'none',
  input: inputOf(endpoints.beginQuickbooks),
  run: async (context) => {
    requireQuickbooks(context)
    const { env, clock } = context
    const expires = clock.now() + STATE_MS
    const state = `${expires}.${await hmacHex(env.OUTLAY_SIGNING_KEY, stateOf(context, expires))}`
    return { url: authorizeUrl(env, redirectUri(context), state) }
  },
})

/** Throws RULE_BROKEN for a state of another person or an old one, or with Intuit's reason. */
export const connectQuickbooks = command({
  id: 'integrations.connect-quickbooks',
  access: 'integrations.manage',
  // A code counts once, and the connection that it makes is the same if it is made twice.
  idempotency: 'none',
  input: inputOf(endpoints.connectQuickbooks),
  run: async (context, { code, state, realmId }) => {
    requireQuickbooks(context)
    const { env, clock } = context
    const [time = '', signature = ''] = state.split('.')
    const expires = Number(time)
    if (!(expires > clock.now()) || !(await hmacMatches(env.OUTLAY_SIGNING_KEY, stateOf(context, expires), signature)))
      throw new AppError('RULE_BROKEN', 'This took too long, or was begun by someone else. Connect QuickBooks again.')
    const secret = await tried(() =>
      exchangeCode(env, { code, realmId, redirectUri: redirectUri(context) }, clock.now()),
    )
    return connectAccount(context, { system: 'QUICKBOOKS', accountId: realmId, secret, readsAll: false, field: null })
  },
})

/** Ends the connection at the provider too, if it answers. What was read stays. Throws NOT_FOUND. */
const disconnectConnection = async (context: StaffContext, connectionId: string): Promise<{ id: string }> => {
  const { db, actor, clock, log } = context
  const { companyId } = actor
  const connection = await readConnection(context, companyId)
  if (connection?.id !== connectionId) throw notFound('The connection')
  const { system, name } = connection
  try {
    await booksOf(system).revoke?.(await accessTo(context, connection, actor.policy.company.netsuiteSoapEnabled))
  } catch (error) {
    // It ends here in any case.
    log.error('accounting.not-revoked', { system, error: String(error) })
  }
  const now = clock.now()
  return commit(context, {
    subject: 'The connection',
    statements: [
      db.sql(
        "UPDATE erp_connections SET state = 'DISCONNECTED', disconnected_at = ?2, version = version + 1 WHERE id = ?1",
        connection.id,
        now,
      ),
      db.sql('DELETE FROM connection_credentials WHERE company_id = ? AND provider = ?', companyId, system),
      db.sql(
        `UPDATE sync_runs SET state = 'ERROR', error = 'The accounting system was disconnected.', finished_at = ?3,
             runner = NULL WHERE company_id = ?1 AND provider = ?2 AND finished_at IS NULL`,
        ...[companyId, system, now],
      ),
      linkedStatement(context, companyId, false),
    ],
    audit: [
      {
        changeKey: `accounting:${connection.id}:disconnected:${context.newId()}`,
        action: 'accounting.disconnected',
        targetType: 'COMPANY',
        targetId: companyId,
        message: `Disconnected ${SYSTEM_NAMES[system]} (${name})`,
        changeData: null,
      },
    ],
    result: { id: connection.id },
  })
}

export const disconnect = command({
  id: 'integrations.delete-accounting',
  access: 'integrations.manage',
  input: inputOf(endpoints.disconnectAccounting),
  run: (context, { connectionId }) => disconnectConnection(context, connectionId),
})

/** The same under the name that the specification gives the connection (specification 3 §7.6). */
export const deleteIntegration = command({
  id: 'integrations.delete-accounting-integration',
  access: 'integrations.manage',
  input: z.object({ qboAuthTokenId: id }),
  run: (context, { qboAuthTokenId }) => disconnectConnection(context, qboAuthTokenId),
})
