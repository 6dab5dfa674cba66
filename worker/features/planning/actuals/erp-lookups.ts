import * as endpoints from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { type ErpObjectRow, objectPage } from '../../platform/accounting/index.ts'

/** Objects of the accounting system to choose from, by page and text. */

const toOption = ({ id, name }: ErpObjectRow): Option => ({ label: name, value: id })
const symbolOf = ({ number, name }: ErpObjectRow): string => number ?? name

export const toErpVendor = ({
  id,
  name,
  status,
  isActive,
  vendorId,
}: Omit<ErpObjectRow, 'classification'>): endpoints.ErpVendorRow => ({
  ...{ id, name, vendorId },
  status: isActive !== 1 ? 'INACTIVE' : status === 'PENDING' ? 'PENDING' : 'ACTIVE',
})

export const readErpAccounts = query({
  id: endpoints.listErpAccounts.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.listErpAccounts),
  run: (context, asked) =>
    objectPage(context, 'ACCOUNT', asked, ({ id, name, number, isActive, classification }) => ({
      ...{ id, name, generalLedgerAccountNumber: number, group: classification, isActive: isActive === 1 },
    })),
})

export const readErpVendors = query({
  id: endpoints.listErpVendors.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.listErpVendors),
  run: (context, asked) => objectPage(context, 'VENDOR', asked, toErpVendor),
})

export const readAmortizationTemplates = query({
  id: endpoints.listAmortizationTemplates.id,
  access: 'staff.use',
  input: inputOf(endpoints.listAmortizationTemplates),
  run: ({ db, actor }) =>
    db.all<{ id: string; name: string }>(
      db.sql(
        `SELECT id, name FROM erp_objects INDEXED BY erp_objects_name
          WHERE company_id = ? AND kind = 'AMORTIZATION_TEMPLATE' AND deleted_at IS NULL AND is_active
          ORDER BY name_key, id`,
        actor.companyId,
      ),
    ),
})

export const readErpCurrencies = query({
  id: endpoints.listErpCurrencies.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.listErpCurrencies),
  run: (context, asked) => objectPage(context, 'CURRENCY', asked, (row) => ({ id: row.id, symbol: symbolOf(row) })),
})

export const readErpCurrencyOptions = query({
  id: endpoints.erpCurrencyOptions.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.erpCurrencyOptions),
  run: (context, asked) => objectPage(context, 'CURRENCY', asked, (row) => ({ label: symbolOf(row), value: row.id })),
})

export const readErpVendorOptions = query({
  id: endpoints.erpVendorOptions.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.erpVendorOptions),
  run: (context, asked) => objectPage(context, 'VENDOR', asked, toOption),
})

export const readErpTaxCodeOptions = query({
  id: endpoints.erpTaxCodeOptions.id,
  access: 'staff.use',
  readsFirst: true,
  untilFound: true,
  input: inputOf(endpoints.erpTaxCodeOptions),
  run: (context, asked) => objectPage(context, 'TAX_CODE', asked, toOption),
})
