import { monthOf, shiftMonth } from '../../../schema/shared/calendar.ts'
import type { Env } from '../../env.ts'
import { replaceCredential } from '../../objects/connection/client.ts'
import { CONNECTION_ID, DEMO_ACCOUNT, LOCAL_NETSUITE } from './book-account.ts'
import { MONTHS } from './book-lines.ts'
import { BALANCE, OBJECTS } from './book-objects.ts'
import { demoDay } from './clock.ts'
import { COMPANY_ID } from './people.ts'

/** The demo company's accounting system: a connection that was set up a month ago, and its objects. */

const DAY_MS = 24 * 60 * 60 * 1000
const CONNECTED_DAYS = 30

const insertObjects = ({ DB }: Env, now: number): D1PreparedStatement =>
  DB.prepare(
    `INSERT INTO erp_objects (id, company_id, connection_id, kind, mapped_kind, erp_id, name, name_key, number, is_active,
       account_type, classification, details, vendor_id, department_id, location_id, business_unit_id, category_id,
       is_payroll, created_at, updated_at)
     SELECT value ->> 'id', ?1, ?2, value ->> 'kind', value ->> 'mappedKind', value ->> 'erpId', value ->> 'name',
            lower(value ->> 'name'), value ->> 'number', 1, value ->> 'accountType', value ->> 'group',
            iif(value ->> 'kind' = 'VENDOR', json_object('status', 'ACTIVE', 'entityErpIds', json_array('1')), '{}'),
            value ->> 'vendorId', value ->> 'departmentId', value ->> 'locationId', value ->> 'businessUnitId',
            value ->> 'categoryId', coalesce(value ->> 'isPayroll', 0), ?4, ?4 FROM json_each(?3)`,
  ).bind(COMPANY_ID, CONNECTION_ID, JSON.stringify(OBJECTS), now - CONNECTED_DAYS * DAY_MS)

export const fillBooks = async (env: Env, now: number): Promise<void> => {
  const { DB } = env
  const { accountId: _, ...keys } = LOCAL_NETSUITE
  await replaceCredential(env, {
    ...{ companyId: COMPANY_ID, provider: 'NETSUITE', seenVersion: 0, commandId: null, audit: null },
    given: JSON.stringify({ kind: 'TBA', ...keys }),
  })
  await DB.batch([
    DB.prepare("UPDATE companies SET flags = json_set(flags, '$.isErpLinked', json('true')) WHERE id = ?").bind(
      COMPANY_ID,
    ),
    DB.prepare(
      `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
         is_full_wanted, connected_by_user_id, connected_at)
       VALUES (?, ?, 'NETSUITE', ?, 'Brightwater Robotics Inc', 'USD', 'CONNECTED', 'COMPLETE', ?, 0, 'demo-maya', ?)`,
    ).bind(
      ...[CONNECTION_ID, COMPANY_ID, DEMO_ACCOUNT, `${shiftMonth(monthOf(demoDay(now)), 1 - MONTHS)}-01`],
      now - CONNECTED_DAYS * DAY_MS,
    ),
    insertObjects(env, now),
    // So that there is something to map, and someone can turn it on to see what it does.
    DB.prepare('INSERT INTO vendor_linking_off (company_id, off_at) VALUES (?, ?)').bind(COMPANY_ID, now),
    DB.prepare(
      `INSERT INTO erp_entity_settings (entity_object_id, company_id, payable_account_id, funding_account_id,
         clearing_account_id, is_bill_synced, is_payment_synced, updated_at)
       VALUES ('books-entity-1', ?, ?, ?, ?, 1, 1, ?)`,
    ).bind(COMPANY_ID, BALANCE.payables.id, BALANCE.checking.id, BALANCE.clearing.id, now),
  ])
}

interface Run {
  id: string
  trigger: 'HAND' | 'SCHEDULE'
  at: number
  took: number
  counts: Record<string, number>
}

const FIRST_READ = { entity: 1, account: 21, department: 11, location: 5, classification: 4, vendor: 76 }

/** Reading everything once, and what changed in some nights since. The next run asks for what changes from now on. */
export const fillPastSyncs = async ({ DB }: Env, now: number, lines: Record<string, number>): Promise<void> => {
  const night = (days: number): number => Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS + 2 * 60 * 60 * 1000
  const runs: Run[] = [
    {
      ...{ id: 'demo-sync-1', trigger: 'HAND', at: now - CONNECTED_DAYS * DAY_MS + 1, took: 14_200 },
      counts: { ...FIRST_READ, ...lines },
    },
    ...[12, 8, 5, 3, 2, 1].map(
      (days, place): Run => ({
        ...{ id: `demo-sync-${place + 2}`, trigger: 'SCHEDULE', at: night(days), took: 900 + place * 170 },
        counts: { changed: [14, 3, 9, 0, 22, 6][place] ?? 0, deleted: place === 2 ? 1 : 0 },
      }),
    ),
  ]
  await DB.batch(
    runs.map(({ id, trigger, at, took, counts }) =>
      DB.prepare(
        `INSERT INTO sync_runs (id, company_id, provider, kind, trigger, state, cursor, counts, created_at, started_at,
           finished_at) VALUES (?, ?, 'NETSUITE', 'BOOKS', ?, 'COMPLETE', ?, ?, ?, ?, ?)`,
      ).bind(
        ...[id, COMPANY_ID, trigger],
        JSON.stringify({ phase: 'DONE', connectionId: CONNECTION_ID, startedAt: new Date(now).toISOString() }),
        ...[JSON.stringify(counts), at, at + 400, at + took],
      ),
    ),
  )
}
