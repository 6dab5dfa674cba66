import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import type { ActualsStep, ConnectionState } from '../../../../schema/platform/accounting/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { type BooksAccess, booksOf } from '../../../core/books.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { endCall, permitCall, replaceCredential } from '../../../objects/connection/client.ts'
import { readCredential } from '../../../objects/connection/credentials.ts'

/** A company's connection to its accounting system, and the way to the provider through it. */

export interface Connection {
  id: string
  companyId: string
  system: BooksSystem
  accountId: string
  name: string
  /** What the books are kept in. */
  currency: Currency
  state: ConnectionState
  step: ActualsStep
  readFrom: string
  isFullWanted: number
  error: string | null
  version: number
  connectedAt: number
}

const COLUMNS = `id, company_id AS companyId, system, account_id AS accountId, name, currency, state, step,
  read_from AS readFrom, is_full_wanted AS isFullWanted, error, version, connected_at AS connectedAt`

export const connectionStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string): D1PreparedStatement =>
  db.sql(`SELECT ${COLUMNS} FROM erp_connections WHERE company_id = ? AND disconnected_at IS NULL`, companyId)

/** Null while the company has none. */
export const readConnection = (context: Pick<BaseContext, 'db'>, companyId: string): Promise<Connection | null> =>
  context.db.first<Connection>(connectionStatement(context, companyId))

const DAY_MS = 24 * 60 * 60 * 1000

/** The companies whose books are read every night, from the first night after connecting on. */
export const connectedCompanies = async (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  system: BooksSystem,
): Promise<string[]> => {
  const rows = await db.all<{ companyId: string }>(
    db.sql(
      `SELECT company_id AS companyId FROM erp_connections INDEXED BY erp_connections_due
        WHERE state = 'CONNECTED' AND system = ?1 AND connected_at < ?2`,
      system,
      Math.floor(clock.now() / DAY_MS) * DAY_MS,
    ),
  )
  return rows.map(({ companyId }) => companyId)
}

/** As long as a call may wait for the provider's limit. After that, the whole run waits. */
const LONGEST_WAIT_MS = 20_000
/** QuickBooks allows 500 a minute and NetSuite a few at a time, shared with whatever else uses the account. */
const CALLS_PER_MINUTE = 300
const CALLS_AT_ONCE = 4

const connectAgain = (): ProviderError =>
  new ProviderError('The accounting system has to be connected again.', { isFinal: true, reason: 'RECONNECT' })

const noSecret = (): Promise<string> => Promise.reject(connectAgain())
const noLimit = (): Promise<void> => Promise.resolve()

type Asking = Pick<BaseContext, 'env' | 'clock'>

/** @param useSoap the company's flag netsuiteSoapEnabled. Throws a final ProviderError if no credential is kept. */
export const accessTo = async (
  { env, clock }: Asking,
  { companyId, system, accountId }: Pick<Connection, 'companyId' | 'system' | 'accountId'>,
  useSoap: boolean,
): Promise<BooksAccess> => {
  const name = { companyId, provider: system }
  if (booksOf(system).isPushed)
    return {
      ...{ accountId, secret: '', useSoap: false, env },
      now: () => clock.now(),
      renew: noSecret,
      permit: noLimit,
    }
  const found = await readCredential(env, name, clock.now())
  const [secret] = found?.secrets ?? []
  if (!found || secret === undefined) throw connectAgain()
  let seenVersion = found.version
  const places: string[] = []
  const ended = async (): Promise<void> => {
    const place = places.pop()
    // A place that can't be given back is free after a while.
    if (place !== undefined) await endCall(env, name, place).catch(() => {})
  }
  return {
    accountId,
    secret,
    useSoap,
    env,
    now: () => clock.now(),
    renew: async () => {
      const { version } = await replaceCredential(env, { ...name, seenVersion, commandId: null, audit: null })
      seenVersion = version
      const renewed = await readCredential(env, name, clock.now())
      const [newest] = renewed?.secrets ?? []
      if (newest === undefined) throw connectAgain()
      return newest
    },
    permit: async () => {
      const { callsPerMinute: perMinute = CALLS_PER_MINUTE, callsAtOnce: atOnce = CALLS_AT_ONCE } = booksOf(system)
      const until = clock.now() + LONGEST_WAIT_MS
      for (;;) {
        const { waitMs, place } = await permitCall(env, name, { perMinute, atOnce })
        if (place !== null) places.push(place)
        if (waitMs > LONGEST_WAIT_MS || (place === null && clock.now() > until)) {
          await ended()
          throw new ProviderError('The accounting system’s limit of calls is reached.', { retryAfterMs: waitMs })
        }
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
        if (place !== null) return
      }
    },
    ended,
  }
}

/** The system refuses the connection until a person connects it again. */
export const refusedStatement = (
  { db }: Pick<BaseContext, 'db'>,
  { id }: Connection,
  words: string,
): D1PreparedStatement =>
  db.sql(
    `UPDATE erp_connections SET state = 'REFUSED', error = ?2, version = version + 1
      WHERE id = ?1 AND state = 'CONNECTED' AND disconnected_at IS NULL`,
    id,
    words,
  )
