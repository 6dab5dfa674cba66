import { z } from 'zod'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import type { PreviewInput, SpendBody } from '../../../../schema/spend/spend-requests/endpoints.ts'
import type { Draft } from '../../../ui/endpoint-form.ts'
import { type LineRow, sumOfLines } from '../../../ui/grid/line-columns.ts'
import type { SpendRequest } from './api.ts'

/** A line in the form. */
export interface LineValues extends LineRow {
  description: string
  categoryId: string | null
  departmentId: string | null
  businessUnitId: string | null
  entityId: string | null
}

export interface SpendValues {
  requestorId: string
  vendorId: string | null
  currency: Currency
  description: string
  serviceStartDate: string | null
  serviceEndDate: string | null
  needsSigner: boolean
  watcherIds: string[]
  documentIds: string[]
  lines: LineValues[]
  customFields: Record<string, string | string[]>
}

const chosen = z.string().nullable()
const storedValues = z.object({
  ...{ requestorId: z.string(), vendorId: chosen, currency: z.enum(CURRENCIES), description: z.string() },
  ...{ serviceStartDate: chosen, serviceEndDate: chosen, needsSigner: z.boolean() },
  ...{ watcherIds: z.array(z.string()), documentIds: z.array(z.string()) },
  lines: z.array(
    z.object({
      id: z.string().optional(),
      unread: z.record(z.string(), z.string()).optional(),
      ...{ key: z.string(), amount: z.number().nullable(), description: z.string() },
      ...{ categoryId: chosen, departmentId: chosen, businessUnitId: chosen, entityId: chosen },
    }),
  ),
  customFields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})

/** Whether something kept in this browser is a spend request. */
export const areSpendValues = (value: unknown): value is SpendValues => storedValues.safeParse(value).success

/** Uploads of an unfinished form are removed after a day. */
const UPLOADS_KEPT_MS = 20 * 3600_000

/** What was kept, without uploads that are gone. */
export const restoredValues = ({ value, at }: { value: SpendValues; at: string }, now: number): SpendValues =>
  now - Date.parse(at) < UPLOADS_KEPT_MS ? value : { ...value, documentIds: [] }

/** Another line, for the same units as the last one. */
export const nextLine = (lines: readonly LineValues[]): LineValues => {
  const last = lines.at(-1)
  return {
    id: undefined,
    key: crypto.randomUUID(),
    amount: null,
    description: '',
    categoryId: last?.categoryId ?? null,
    departmentId: last?.departmentId ?? null,
    businessUnitId: last?.businessUnitId ?? null,
    entityId: last?.entityId ?? null,
  }
}

export const emptyValues = (requestorId: string, currency: Currency): SpendValues => ({
  requestorId,
  vendorId: null,
  currency,
  description: '',
  serviceStartDate: null,
  serviceEndDate: null,
  needsSigner: false,
  watcherIds: [],
  documentIds: [],
  lines: [nextLine([])],
  customFields: {},
})

/** @param isCopy a new request with the same content */
export const valuesOf = (spend: SpendRequest, isCopy = false): SpendValues => ({
  requestorId: spend.requestor.id,
  vendorId: spend.vendor.id,
  currency: spend.estimatedCost.currency,
  description: spend.description,
  serviceStartDate: spend.serviceStartDate,
  serviceEndDate: spend.serviceEndDate,
  needsSigner: spend.needsSigner,
  watcherIds: spend.watchers.map(({ id }) => id),
  documentIds: [],
  lines: spend.spendRequestLines.map((line) => ({
    id: isCopy ? undefined : line.id,
    key: line.id,
    amount: line.estimatedCost.value,
    description: line.description,
    categoryId: line.category.id,
    departmentId: line.department.id,
    businessUnitId: line.businessUnit?.id ?? null,
    entityId: line.entity?.id ?? null,
  })),
  customFields: spend.customFields,
})

const fieldValues = (customFields: SpendValues['customFields']) =>
  Object.entries(customFields).map(([id, value]) => ({ id, value }))

const sentLine = ({ key: _, unread: __, id, ...line }: LineValues) => ({ ...line, ...(id && { id }) })

/** What a new one sends. */
export const bodyOf = ({ customFields, lines, ...values }: SpendValues): Draft<SpendBody> => ({
  ...values,
  lines: lines.map(sentLine),
  customFieldValues: fieldValues(customFields),
})

/** What a change sends: the requester stays, and documents are attached on the page. */
export const changeOf = (values: SpendValues): Draft<Omit<SpendBody, 'requestorId' | 'documentIds'>> => {
  const { requestorId: _, documentIds: __, ...body } = bodyOf(values) as SpendBody
  return body as Draft<Omit<SpendBody, 'requestorId' | 'documentIds'>>
}

export const previewOf = (values: SpendValues, id: string | undefined): PreviewInput => ({
  ...(id && { id }),
  requestorId: values.requestorId,
  vendorId: values.vendorId,
  currency: values.currency,
  serviceStartDate: values.serviceStartDate,
  serviceEndDate: values.serviceEndDate,
  lines: values.lines.map(({ amount, categoryId, departmentId, businessUnitId, entityId }) => ({
    ...{ amount, categoryId, departmentId, businessUnitId, entityId },
  })),
  customFieldValues: fieldValues(values.customFields),
})

export const totalOf = ({ lines, currency }: Pick<SpendValues, 'lines' | 'currency'>) => ({
  value: sumOfLines(lines),
  currency,
})
