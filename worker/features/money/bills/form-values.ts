import { z } from 'zod'
import {
  type BillFormValues,
  type BillOption,
  billOptions,
  type FormField,
} from '../../../../schema/money/bills/form-endpoints.ts'
import type { BookKind, CustomFieldDetails } from '../../../../schema/platform/accounting/books.ts'
import { id } from '../../../../schema/shared/values.ts'
import { isArchivedSql } from '../../../core/kinds/archived.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { objectPage } from '../../platform/accounting/index.ts'
import { accessStatement, toReadable } from './access.ts'
import { isLineAccount } from './references.ts'

/** What the form of a bill offers: short lists at once, and what can be many by search. */

const KINDS: Record<BillOption, BookKind> = {
  ...{ vendor: 'VENDOR', account: 'ACCOUNT', department: 'DEPARTMENT', class: 'CLASSIFICATION', entity: 'ENTITY' },
  'tax-code': 'TAX_CODE',
}

/** What entering a bill refuses isn’t offered: accounts that no line has, and archived vendors. */
const offeredOnly = (kind: BillOption): string | undefined => {
  if (kind === 'account') return isLineAccount('o')
  return kind === 'vendor' ? `NOT ${isArchivedSql('VENDOR', 'o.vendor_id', 'o.company_id')}` : undefined
}

/** Accounts that a line can have, with their number in the general ledger. */
export const readBillOptions = query({
  id: billOptions.id,
  access: 'bills.read',
  readsFirst: true,
  untilFound: true,
  input: inputOf(billOptions),
  run: (context, { kind, ...asked }) =>
    objectPage(
      context,
      KINDS[kind],
      asked,
      ({ id: value, name, number }) => ({ value, label: kind === 'account' && number ? `${number} ${name}` : name }),
      offeredOnly(kind),
    ),
})

/** As many of a kind are offered. */
const MOST = 20
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
const ofKind = (kind: BookKind): string =>
  `SELECT * FROM (SELECT ${COLUMNS} FROM erp_objects o INDEXED BY erp_objects_name
    WHERE o.company_id = ?1 AND o.kind = '${kind}' AND o.deleted_at IS NULL AND o.is_active
    ORDER BY o.name_key, o.id LIMIT ${MOST})`
/** From those on bills, of which there are few. */
const ON_BILLS = `SELECT * FROM (SELECT ${COLUMNS}
   FROM erp_bill_fields f INDEXED BY erp_bill_fields_company CROSS JOIN erp_objects o ON o.id = f.object_id
  WHERE f.company_id = ?1 AND f.is_on_bills = 1 AND o.kind IN ('CUSTOM_FIELD', 'CUSTOM_SEGMENT')
    AND o.deleted_at IS NULL AND o.is_active
  ORDER BY o.name_key, o.id LIMIT ${2 * MOST})`
const has = (kind: BookKind): string =>
  `EXISTS (SELECT 1 FROM erp_objects o INDEXED BY erp_objects_name
    WHERE o.company_id = ?1 AND o.kind = '${kind}' AND o.deleted_at IS NULL AND o.is_active)`

/** The newest open months. The index has no others. */
const PERIODS = `SELECT * FROM (SELECT ${COLUMNS} FROM erp_objects o INDEXED BY erp_objects_open_period
  WHERE o.company_id = ?1 AND o.kind = 'ACCOUNTING_PERIOD' AND o.deleted_at IS NULL AND o.is_active
    AND coalesce(o.details ->> 'isClosed', 0) = 0 AND coalesce(o.details ->> 'isPosting', 1) = 1
  ORDER BY o.details ->> 'startDay' DESC LIMIT ${MOST_PERIODS})`

/** What a bill names, active or not. */
const CHOSEN = `SELECT ${COLUMNS} FROM bills b
   CROSS JOIN json_each(json_array(b.content ->> 'erpEntityId', b.content ->> 'erpCurrencyId',
     b.content ->> 'accountingPeriodId', b.content ->> 'erpTaxCodeId', b.content ->> 'erpAmortizationTemplateId')) j
   CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1
  WHERE b.id = ?2 AND b.company_id = ?1
 UNION
 SELECT ${COLUMNS} FROM bills b CROSS JOIN json_each(b.content, '$.lines') l
   CROSS JOIN json_each(json_array(l.value ->> 'erpTaxCodeId', l.value ->> 'erpAmortizationTemplateId')) j
   CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1
  WHERE b.id = ?2 AND b.company_id = ?1`

const statements = ({ db, actor }: StaffContext): D1PreparedStatement[] => [
  db.sql(
    `SELECT EXISTS (SELECT 1 FROM erp_connections WHERE company_id = ?1 AND disconnected_at IS NULL) AS isConnected,
       ${has('ENTITY')} AS hasEntities, ${has('ACCOUNT')} AS hasAccounts, ${has('DEPARTMENT')} AS hasDepartments,
       ${has('CLASSIFICATION')} AS hasClasses`,
    actor.companyId,
  ),
  // D1 takes five parts of a compound statement.
  db.sql(
    [ofKind('ENTITY'), ofKind('CURRENCY'), ofKind('TAX_CODE'), ofKind('AMORTIZATION_TEMPLATE')].join(' UNION ALL '),
    actor.companyId,
  ),
  db.sql(`${PERIODS} UNION ALL ${ON_BILLS}`, actor.companyId),
]

const YES_NO = [
  { label: 'Yes', value: 'true' },
  { label: 'No', value: 'false' },
]

/** @param place the accounting system takes those of lines on lines only */
const fieldsOf = (rows: readonly Row[], place: 'BILL' | 'LINES' | null): FormField[] =>
  rows.flatMap(({ name, details }) => {
    const { scriptId, type, valueType = '', options = [] } = JSON.parse(details) as Partial<CustomFieldDetails>
    const choices = options.slice(0, MOST_OPTIONS).map(({ erpId, name: label }) => ({ label, value: erpId }))
    const isThere = place === null || (type === 'COLUMN') === (place === 'LINES')
    const offered = choices.length === 0 && /check ?box/i.test(valueType) ? YES_NO : choices
    return scriptId && isThere ? [{ scriptId, name, options: offered }] : []
  })

/** @param billId of the bill that is changed: what it names stays among the options, active or not */
export const readFormValues = query({
  id: 'query.billFormValues',
  access: 'payments.use',
  input: z.object({ billId: id.optional() }),
  run: async (context, { billId }): Promise<BillFormValues> => {
    const { db, actor } = context
    const ofBill = billId ? [db.sql(CHOSEN, actor.companyId, billId), accessStatement(context, billId)] : []
    const results = (await db.batch([...statements(context), ...ofBill])).map((result) => result.results)
    if (billId) toReadable(results.pop()?.[0], actor)
    const [facts, ...lists] = results
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
      // There is nothing to choose where bills are in the company's currency.
      currencies: (actor.policy.company.enableCurrencies ? of('CURRENCY') : []).map((row) => ({
        id: row.id,
        symbol: row.number ?? row.name,
      })),
      taxCodes: named('TAX_CODE'),
      amortizationTemplates: named('AMORTIZATION_TEMPLATE'),
      customFields: fieldsOf(of('CUSTOM_FIELD'), 'BILL'),
      lineCustomFields: fieldsOf(of('CUSTOM_FIELD'), 'LINES'),
      customSegments: fieldsOf(of('CUSTOM_SEGMENT'), null),
    }
  },
})
