import type { Currency } from '../../../../../schema/shared/money.ts'
import type { Option } from '../../../../../schema/shared/values.ts'
import type { OrderContent } from '../../../../../schema/spend/purchase-orders/content.ts'
import type { completeOrderTask } from '../../../../../schema/spend/purchase-orders/endpoints.ts'
import type { BodyOf } from '../../../../lib/rest.ts'
import type { Draft } from '../../../../ui/endpoint-form.ts'
import type { LineRow } from '../../../../ui/grid/line-columns.ts'

/** What an order says, in a form. */

export interface LineValues extends LineRow {
  description: string
  account: string | null
  department: string | null
  classification: string | null
  location: string | null
}

export interface OrderValues {
  vendorId: string | null
  erpVendorId: string | null
  erpEntityId: string | null
  entityId: string | null
  departmentId: string | null
  classificationId: string | null
  locationId: string | null
  currency: Currency
  transactionDate: string | null
  memo: string
  lines: LineValues[]
}

/** @param isInBooks an accounting system gets it */
export const valuesOf = (content: OrderContent, isInBooks: boolean): OrderValues => ({
  vendorId: content.vendor?.id ?? null,
  erpVendorId: content.erpVendor?.id ?? null,
  erpEntityId: isInBooks ? (content.entity?.id ?? null) : null,
  entityId: isInBooks ? null : (content.entity?.id ?? null),
  departmentId: content.department?.id ?? null,
  classificationId: content.classification?.id ?? null,
  locationId: content.location?.id ?? null,
  ...{ currency: content.currency, transactionDate: content.transactionDate, memo: content.memo },
  lines: content.lines.map((line) => ({
    ...{ key: line.id, id: line.id, description: line.description, amount: line.amount || null },
    ...{ account: line.account?.id ?? null, department: line.department?.id ?? null },
    ...{ classification: line.classification?.id ?? null, location: line.location?.id ?? null },
  })),
})

export const bodyOf = ({ lines, ...values }: OrderValues): Draft<BodyOf<typeof completeOrderTask>> => ({
  ...values,
  lines: lines.map(({ key: _, unread: __, id, ...line }) => ({ ...line, ...(id && { id }) })),
})

/** The names that came with the values, so that they show before any list is loaded. */
export const knownOptions = (content: OrderContent): Option[] =>
  [
    ...[
      content.vendor,
      content.erpVendor,
      content.entity,
      content.department,
      content.classification,
      content.location,
    ],
    ...content.lines.flatMap((line) => [line.account, line.department, line.classification, line.location]),
  ].flatMap((ref) => (ref ? [{ value: ref.id, label: ref.name }] : []))

/** Another line, on the same account as the last one. */
export const nextLine = (lines: readonly LineValues[]): LineValues => {
  const { account = null, department = null, classification = null, location = null } = lines.at(-1) ?? {}
  return {
    ...{ key: crypto.randomUUID(), id: undefined, description: '', amount: null },
    ...{ account, department, classification, location },
  }
}
