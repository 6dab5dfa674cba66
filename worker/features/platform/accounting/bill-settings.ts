import * as endpoints from '../../../../schema/platform/accounting/bill-settings-endpoints.ts'
import type { CustomFieldDetails } from '../../../../schema/platform/accounting/books.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'

/** What bills and payments are written into the accounting system with: accounts of entities, custom fields, segments. */

export interface SyncAccountsRow {
  syncBills: number
  syncBillPayments: number
  glBillPayableAccountId: string | null
  glFundingAccountId: string | null
  glClearingAccountId: string | null
}

/** Columns of `erp_entity_settings s`, which has a row once something was set. */
export const SYNC_ACCOUNTS = `coalesce(s.is_bill_synced, 0) AS syncBills, coalesce(s.is_payment_synced, 0) AS syncBillPayments,
  s.payable_account_id AS glBillPayableAccountId, s.funding_account_id AS glFundingAccountId,
  s.clearing_account_id AS glClearingAccountId`

export const toSyncAccounts = ({ syncBills, syncBillPayments, ...accounts }: SyncAccountsRow) => ({
  ...accounts,
  syncBills: syncBills === 1,
  syncBillPayments: syncBillPayments === 1,
})
type Accounts = ReturnType<typeof toSyncAccounts>
type AccountField = 'glBillPayableAccountId' | 'glFundingAccountId' | 'glClearingAccountId'

interface Entity extends SyncAccountsRow {
  id: string
  name: string
  connectionId: string
}

const readEntity = async ({ db, actor }: StaffContext, id: string): Promise<Entity> => {
  const row = await db.first<Entity>(
    db.sql(
      `SELECT o.id, o.name, o.connection_id AS connectionId, ${SYNC_ACCOUNTS}
         FROM erp_objects o LEFT JOIN erp_entity_settings s ON s.entity_object_id = o.id
        WHERE o.id = ? AND o.company_id = ? AND o.kind = 'ENTITY' AND o.deleted_at IS NULL`,
      ...[id, actor.companyId],
    ),
  )
  if (!row) throw notFound('The entity')
  return row
}

interface Account {
  id: string
  name: string
  isActive: number
  connectionId: string
  classification: string | null
  entityErpIds: string | null
  entityErpId: string
}

/** The groups that an account may be of, by the systems' names, and what it has to be in words. */
const GROUPS: Record<AccountField, { groups: readonly string[]; words: string }> = {
  glBillPayableAccountId: { groups: ['Accounts Payable'], words: 'an accounts payable account' },
  glFundingAccountId: { groups: ['Bank'], words: 'a bank account' },
  glClearingAccountId: {
    groups: ['Bank', 'Other Current Asset', 'Other Current Liability'],
    words: 'a bank, other current asset or other current liability account',
  },
}
const FIELDS = Object.keys(GROUPS) as AccountField[]

const accountsOf = async (
  { db, actor }: StaffContext,
  entity: Entity,
  ids: readonly string[],
): Promise<Map<string, Account>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.all<Account>(
    db.sql(
      `SELECT a.id, a.name, a.is_active AND a.deleted_at IS NULL AS isActive, a.connection_id AS connectionId,
              a.classification, a.details ->> 'entityErpIds' AS entityErpIds, e.erp_id AS entityErpId
         FROM json_each(?2) j CROSS JOIN erp_objects a ON a.id = j.value AND a.company_id = ?1 AND a.kind = 'ACCOUNT'
        CROSS JOIN erp_objects e ON e.id = ?3`,
      ...[actor.companyId, JSON.stringify(ids), entity.id],
    ),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const faultOf = (field: AccountField, account: Account | undefined, entity: Entity): string | null => {
  if (!account || account.connectionId !== entity.connectionId)
    return 'This account isn’t in the same books as the entity'
  if (account.isActive !== 1) return `${account.name} is inactive. Choose another account`
  const { groups, words } = GROUPS[field]
  if (!groups.includes(account.classification ?? '')) return `${account.name} isn’t ${words}`
  const own = account.entityErpIds === null ? null : (JSON.parse(account.entityErpIds) as string[])
  if (own && !own.includes(account.entityErpId)) return `${entity.name} doesn’t have ${account.name}`
  return null
}

const missingOf = (wanted: Accounts): [string, string][] => [
  ...(wanted.syncBills && wanted.glBillPayableAccountId === null
    ? ([['glBillPayableAccountId', 'Choose the account that bills are owed on']] as [string, string][])
    : []),
  ...(wanted.syncBillPayments && wanted.glFundingAccountId === null
    ? ([['glFundingAccountId', 'Choose the account that payments are made from']] as [string, string][])
    : []),
]

/** Throws NOT_FOUND, and INVALID beside an account that is missing, of another type or not the entity's. */
export const setSyncAccounts = command({
  id: 'erp-sync.set-entity-sync-accounts',
  access: 'mappings.manage',
  input: inputOf(endpoints.setEntitySyncAccounts),
  run: async (context, { erpEntityId, ...given }) => {
    const { db, actor, clock, newId } = context
    const entity = await readEntity(context, erpEntityId)
    const before = toSyncAccounts({
      syncBills: entity.syncBills,
      syncBillPayments: entity.syncBillPayments,
      glBillPayableAccountId: entity.glBillPayableAccountId,
      glFundingAccountId: entity.glFundingAccountId,
      glClearingAccountId: entity.glClearingAccountId,
    })
    const chosen = Object.entries(given).filter(([, value]) => value !== undefined)
    const wanted: Accounts = { ...before, ...(Object.fromEntries(chosen) as Partial<Accounts>) }
    const ids = FIELDS.flatMap((field) => given[field] ?? [])
    const accounts = await accountsOf(context, entity, ids)
    const faults = FIELDS.flatMap((field): [string, string][] => {
      const id = given[field]
      const fault = typeof id === 'string' ? faultOf(field, accounts.get(id), entity) : null
      return fault ? [[field, fault]] : []
    })
    const all = [...faults, ...missingOf(wanted)]
    const [first] = all
    if (first) throw new AppError('INVALID', first[1], { fields: Object.fromEntries(all) })
    return commit(context, {
      subject: 'The entity',
      statements: [
        db.sql(
          `INSERT INTO erp_entity_settings (entity_object_id, company_id, payable_account_id, funding_account_id,
             clearing_account_id, is_bill_synced, is_payment_synced, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
           ON CONFLICT (entity_object_id) DO UPDATE
           SET payable_account_id = ?3, funding_account_id = ?4, clearing_account_id = ?5, is_bill_synced = ?6,
               is_payment_synced = ?7, updated_at = ?8`,
          ...[entity.id, actor.companyId, wanted.glBillPayableAccountId, wanted.glFundingAccountId],
          ...[wanted.glClearingAccountId, wanted.syncBills ? 1 : 0, wanted.syncBillPayments ? 1 : 0, clock.now()],
        ),
      ],
      audit: [
        {
          changeKey: `erp-entity:${entity.id}:accounts:${newId()}`,
          action: 'accounting.entity-accounts-changed',
          targetType: 'COMPANY',
          targetId: actor.companyId,
          message: `Changed the accounts that bills and payments of ${entity.name} are written with`,
          changeData: { before, after: wanted },
        },
      ],
      result: { id: entity.id },
    })
  },
})

interface FieldRow {
  id: string
  name: string
  details: string
  isOnBills: number
}

type FieldKind = 'CUSTOM_FIELD' | 'CUSTOM_SEGMENT'

const readFields = ({ db, actor }: StaffContext, kind: FieldKind): Promise<FieldRow[]> =>
  db.all<FieldRow>(
    db.sql(
      `SELECT o.id, o.name, o.details, coalesce(f.is_on_bills, 0) AS isOnBills
         FROM erp_objects o INDEXED BY erp_objects_name LEFT JOIN erp_bill_fields f ON f.object_id = o.id
        WHERE o.company_id = ? AND o.kind = ? AND o.deleted_at IS NULL AND o.is_active
        ORDER BY o.name_key, o.id LIMIT 100`,
      ...[actor.companyId, kind],
    ),
  )

const detailsOf = ({ details }: Pick<FieldRow, 'details'>): Partial<CustomFieldDetails> =>
  JSON.parse(details) as Partial<CustomFieldDetails>

export const readCustomFields = query({
  id: 'erp-sync.list-custom-fields',
  access: 'payments.use',
  input: inputOf(endpoints.listCustomFields),
  run: async (context) =>
    (await readFields(context, 'CUSTOM_FIELD')).map(({ id, name, isOnBills, ...row }) => {
      const { scriptId = '', type = null, valueType = null } = detailsOf(row)
      return { id, name, scriptId, type, valueType, showOnBill: isOnBills === 1 }
    }),
})

export const readCustomSegments = query({
  id: 'erp-sync.list-custom-segments',
  access: 'payments.use',
  input: inputOf(endpoints.listCustomSegments),
  run: async (context) =>
    (await readFields(context, 'CUSTOM_SEGMENT')).map(({ id, name, isOnBills, ...row }) => ({
      ...{ id, name, scriptId: detailsOf(row).scriptId ?? '', enabled: isOnBills === 1 },
    })),
})

/** Throws NOT_FOUND. */
const requireField = async (
  { db, actor }: StaffContext,
  kinds: readonly FieldKind[],
  id: string,
): Promise<Pick<FieldRow, 'id' | 'name' | 'details'>> => {
  const row = await db.first<Pick<FieldRow, 'id' | 'name' | 'details'>>(
    db.sql(
      `SELECT id, name, details FROM erp_objects
        WHERE id = ?1 AND company_id = ?2 AND kind IN (SELECT value FROM json_each(?3)) AND deleted_at IS NULL`,
      ...[id, actor.companyId, JSON.stringify(kinds)],
    ),
  )
  if (!row) throw notFound(kinds[0] === 'CUSTOM_FIELD' ? 'The custom field' : 'The custom segment')
  return row
}

const MOST_OPTIONS = 200

/** A segment's values are its options, too. */
export const readCustomFieldOptions = query({
  id: 'erp-sync.custom-field-options',
  access: 'payments.use',
  input: inputOf(endpoints.customFieldOptions),
  run: async (context, { erpCustomFieldId, search = '' }) => {
    const { options = [] } = detailsOf(
      await requireField(context, ['CUSTOM_FIELD', 'CUSTOM_SEGMENT'], erpCustomFieldId),
    )
    const wanted = search.toLowerCase()
    return options
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, MOST_OPTIONS)
      .map(({ erpId, name }) => ({ label: name, value: erpId }))
  },
})

const setOnBills = async (
  context: StaffContext,
  kind: FieldKind,
  id: string,
  isOn: boolean,
): Promise<{ id: string }> => {
  const { db, actor, newId } = context
  const field = await requireField(context, [kind], id)
  const noun = kind === 'CUSTOM_FIELD' ? 'custom field' : 'custom segment'
  return commit(context, {
    subject: `The ${noun}`,
    statements: [
      db.sql(
        `INSERT INTO erp_bill_fields (object_id, company_id, is_on_bills) VALUES (?1, ?2, ?3)
         ON CONFLICT (object_id) DO UPDATE SET is_on_bills = ?3`,
        ...[id, actor.companyId, isOn ? 1 : 0],
      ),
    ],
    audit: [
      {
        changeKey: `erp-field:${id}:${newId()}`,
        action: 'accounting.bill-field-changed',
        targetType: 'COMPANY',
        targetId: actor.companyId,
        message: `${isOn ? 'Put' : 'Took'} the ${noun} ${field.name} ${isOn ? 'on' : 'off'} bills`,
        changeData: { after: { [kind === 'CUSTOM_FIELD' ? 'showOnBill' : 'enabled']: isOn } },
      },
    ],
    result: { id },
  })
}

export const setShowOnBill = command({
  id: 'erp-sync.set-show-on-bill',
  access: 'mappings.manage',
  input: inputOf(endpoints.setShowOnBill),
  run: (context, { erpCustomFieldId, showOnBill }) => setOnBills(context, 'CUSTOM_FIELD', erpCustomFieldId, showOnBill),
})

export const setSegmentEnabled = command({
  id: 'erp-sync.set-segment-enabled',
  access: 'mappings.manage',
  input: inputOf(endpoints.setSegmentEnabled),
  run: (context, { erpCustomSegmentId, enabled }) => setOnBills(context, 'CUSTOM_SEGMENT', erpCustomSegmentId, enabled),
})
