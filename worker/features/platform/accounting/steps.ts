import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/accounting/endpoints.ts'
import type { ActualsStep } from '../../../../schema/platform/accounting/values.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { nudgeSync } from '../../../core/syncs.ts'
import { hasQuickbooks } from '../../../integrations/quickbooks/settings.ts'
import { type Connection, connectionStatement, readConnection } from './connection.ts'
import { newestJobs, requireConnected, startStatements } from './sync-jobs.ts'

/** Where the wizard is, and the connection it is about. */

/** A system that refuses the connection has to be connected again, whatever was mapped before. */
export const stepOf = (connection: Connection | null): ActualsStep =>
  connection?.state === 'CONNECTED' ? connection.step : 'LOGIN'

/** SQL: whether the accounting system has objects of a kind. ?1 is the company. */
export const hasErpObjects = (kind: 'CLASSIFICATION' | 'TAX_CODE'): string =>
  `EXISTS (SELECT 1 FROM erp_objects INDEXED BY erp_objects_name
            WHERE company_id = ?1 AND kind = '${kind}' AND deleted_at IS NULL)`

const iso = (at: number): string => new Date(at).toISOString()

export const toConnectionView = (row: Connection): endpoints.ConnectionView => ({
  id: row.id,
  system: row.system,
  name: row.name,
  accountId: row.accountId,
  currency: row.currency,
  state: row.state,
  error: row.error,
  readFrom: row.readFrom,
  connectedAt: iso(row.connectedAt),
  disconnectedAt: null,
})

export const readAccounting = query({
  id: 'erp-sync.accounting',
  access: 'plan-tracking.read',
  input: inputOf(endpoints.getAccounting),
  run: async (context) => {
    const { db, actor } = context
    const [connections, has] = await db.batch([
      connectionStatement(context, actor.companyId),
      db.sql(`SELECT ${hasErpObjects('CLASSIFICATION')} AS classifications`, actor.companyId),
    ])
    const connection = (connections?.results[0] as unknown as Connection | undefined) ?? null
    return {
      step: stepOf(connection),
      connection: connection && toConnectionView(connection),
      offersQuickbooks: hasQuickbooks(context.env),
      hasErpClassifications: has?.results[0]?.classifications === 1,
    }
  },
})

const nothing = z.object({})

export const readActualsStep = query({
  id: 'erp-sync.actuals-step',
  access: 'plan-tracking.read',
  input: nothing,
  run: async (context) => stepOf(await readConnection(context, context.actor.companyId)),
})

/** For the list of vendors, which has amounts once there are any. */
export const readVendorsTableStep = query({
  id: 'erp-sync.vendors-table-actuals-step',
  access: 'staff.use',
  input: nothing,
  run: async (context) => stepOf(await readConnection(context, context.actor.companyId)),
})

/** Throws RULE_BROKEN without a connection. */
export const setStep = command({
  id: 'erp-sync.set-step',
  access: 'mappings.manage',
  input: inputOf(endpoints.setActualsStep),
  run: async (context, { step }) => {
    const { db, newId } = context
    const connection = await requireConnected(context)
    if (connection.step === step) return { step }
    const id = newId()
    const result = await commit(context, {
      subject: 'The step',
      statements: [
        db.sql('UPDATE erp_connections SET step = ? WHERE id = ?', step, connection.id),
        // The run ends the wizard.
        ...(step === 'SYNCING' ? startStatements(context, connection, { id, trigger: 'HAND' }) : []),
      ],
      audit: [],
      result: { step },
    })
    if (step === 'SYNCING') nudgeSync(context, id)
    return result
  },
})

export const readSyncMetadata = query({
  id: 'erp-sync.sync-metadata',
  access: 'mappings.manage',
  input: z.object({ count: z.number().int().min(1).max(100), includeIncompleteSyncs: z.boolean() }),
  run: async (context, { count, includeIncompleteSyncs }) =>
    newestJobs(context, {
      count,
      finishedOnly: !includeIncompleteSyncs,
    }),
})

interface OldConnection extends Connection {
  disconnectedAt: number | null
}

/** The accounts that the company has connected, the current one first. */
export const readConnections = query({
  id: 'erp-sync.merge-accounts',
  access: 'mappings.manage',
  input: nothing,
  run: async ({ db, actor }): Promise<endpoints.ConnectionView[]> => {
    const rows = await db.all<OldConnection>(
      db.sql(
        `SELECT id, company_id AS companyId, system, account_id AS accountId, name, currency, state, step,
                read_from AS readFrom, is_full_wanted AS isFullWanted, error, version, connected_at AS connectedAt,
                disconnected_at AS disconnectedAt
           FROM erp_connections INDEXED BY erp_connections_company WHERE company_id = ?
          ORDER BY connected_at DESC, id DESC LIMIT 50`,
        actor.companyId,
      ),
    )
    return rows.map((row) => ({
      ...toConnectionView(row),
      disconnectedAt: row.disconnectedAt === null ? null : iso(row.disconnectedAt),
    }))
  },
})
