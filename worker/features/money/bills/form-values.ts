import { z } from 'zod'
import { type BillContent, erpIdsOf } from '../../../../schema/money/bills/content.ts'
import {
  type BillFormValues,
  type BillOption,
  billOptions,
  type FormField,
} from '../../../../schema/money/bills/form-endpoints.ts'
import type { BookKind, CustomFieldDetails } from '../../../../schema/platform/accounting/books.ts'
import { id } from '../../../../schema/shared/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { objectPage } from '../../platform/accounting/index.ts'
import { accessStatement, toReadable } from './access.ts'

/** What the form of a bill offers: short lists at once, and what can be many by search. */

const KINDS: Record<BillOption, BookKind> = {
  ...{ vendor: 'VENDOR', account: 'ACCOUNT', department: 'DEPARTMENT', class: 'CLASSIFICATION' },
}

/** Accounts with their number in the general ledger. */
export const readBillOptions = query({
  id: billOptions.id,
  access: 'bills.read',
  input: inputOf(billOptions),
  run: (context, { kind, ...asked }) =>
    objectPage(context, KINDS[kind], asked, ({ id: value, name, number }) => ({
      value,
      label: kind === 'account' && number ? `${number} ${name}` : name,
    })),
})

/** As many of a kind are offered. */
const MOST = 50
const MOST_PERIODS = 24
const MOST_OPTIONS = 200

interface Row {
  id: string
  kind: BookKind
  name: string
  number: string | null
  details: string
}

const COLUMNS = 'o.id, o.kind, o.name, o.number, o.details'
const ofKind = (kind: BookKind, more = '', joins = ''): string =>
  `SELECT * FROM (SELECT ${COLUMNS} FROM erp_objects o INDEXED BY erp_objects_name ${joins}
    WHERE o.company_id = ?1 AND o.kind = '${kind}' AND o.deleted_at IS NULL AND o.is_active ${more}
    ORDER BY o.name_key, o.id LIMIT ${MOST})`
const onBills = (kind: BookKind): string =>
  ofKind(kind, 'AND f.is_on_bills = 1', 'CROSS JOIN erp_bill_fields f ON f.object_id = o.id')
const has = (kind: BookKind): string =>
  `EXISTS (SELECT 1 FROM erp_objects o INDEXED BY erp_objects_name
    WHERE o.company_id = ?1 AND o.kind = '${kind}' AND o.deleted_at IS NULL AND o.is_active)`

/** The newest open months. */
const PERIODS = `SELECT * FROM (SELECT ${COLUMNS} FROM erp_objects o INDEXED BY erp_objects_name
  WHERE o.company_id = ?1 AND o.kind = 'ACCOUNTING_PERIOD' AND o.deleted_at IS NULL AND o.is_active
    AND coalesce(o.details ->> 'isClosed', 0) = 0 AND coalesce(o.details ->> 'isPosting', 1) = 1
  ORDER BY o.details ->> 'startDay' DESC LIMIT ${MOST_PERIODS})`

const statements = ({ db, actor }: StaffContext, chosen: readonly string[]): D1PreparedStatement[] => [
  db.sql(
    `SELECT EXISTS (SELECT 1 FROM erp_connections WHERE company_id = ?1 AND disconnected_at IS NULL) AS isConnected,
       ${has('ENTITY')} AS hasEntities, ${has('ACCOUNT')} AS hasAccounts, ${has('DEPARTMENT')} AS hasDepartments, ${has('CLASSIFICATION')} AS hasClasses`,
    actor.companyId,
  ),
  // D1 takes five parts of a compound statement.
  db.sql(
    [ofKind('ENTITY'), ofKind('CURRENCY'), ofKind('TAX_CODE'), ofKind('AMORTIZATION_TEMPLATE')].join(' UNION ALL '),
    actor.companyId,
  ),
  db.sql([PERIODS, onBills('CUSTOM_FIELD'), onBills('CUSTOM_SEGMENT')].join(' UNION ALL '), actor.companyId),
  db.sql(
    `SELECT ${COLUMNS} FROM json_each(?2) j CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1`,
    actor.companyId,
    JSON.stringify(chosen),
  ),
]

const chosenBy = async (context: StaffContext, billId: string): Promise<string[]> => {
  const { db, actor } = context
  const [access, contents] = await db.batch([
    accessStatement(context, billId),
    db.sql('SELECT content FROM bills WHERE id = ?2 AND company_id = ?1', actor.companyId, billId),
  ])
  toReadable(access?.results[0], actor)
  const content = contents?.results[0]?.content
  if (typeof content !== 'string') throw notFound('The bill')
  return erpIdsOf(JSON.parse(content) as BillContent)
}

const fieldOf = ({ name, details }: Row): FormField[] => {
  const { scriptId, options = [] } = JSON.parse(details) as Partial<CustomFieldDetails>
  const choices = options.slice(0, MOST_OPTIONS).map(({ erpId, name: label }) => ({ label, value: erpId }))
  return scriptId ? [{ scriptId, name, options: choices }] : []
}

/** @param billId of the bill that is changed: what it names stays among the options, active or not */
export const readFormValues = query({
  id: 'query.billFormValues',
  access: 'payments.use',
  input: z.object({ billId: id.optional() }),
  run: async (context, { billId }): Promise<BillFormValues> => {
    const chosen = billId ? await chosenBy(context, billId) : []
    const results = await context.db.batch(statements(context, chosen))
    const [facts, ...lists] = results.map((result) => result.results)
    const found = new Map((lists.flat() as unknown as Row[]).map((row) => [row.id, row]))
    const of = (kind: BookKind): Row[] => [...found.values()].filter((row) => row.kind === kind)
    const named = (kind: BookKind) => of(kind).map((row) => ({ id: row.id, name: row.name }))
    const is = (name: string): boolean => facts?.[0]?.[name] === 1
    return {
      needsAccounts: is('isConnected'),
      needsEntity: is('isConnected') && is('hasEntities'),
      hasAccounts: is('hasAccounts'),
      hasDepartments: is('hasDepartments'),
      hasClasses: is('hasClasses'),
      entities: named('ENTITY'),
      accountingPeriods: named('ACCOUNTING_PERIOD'),
      currencies: of('CURRENCY').map((row) => ({ id: row.id, symbol: row.number ?? row.name })),
      taxCodes: named('TAX_CODE'),
      amortizationTemplates: named('AMORTIZATION_TEMPLATE'),
      customFields: of('CUSTOM_FIELD').flatMap(fieldOf),
      customSegments: of('CUSTOM_SEGMENT').flatMap(fieldOf),
    }
  },
})
