import type { z } from 'zod'
import type { sampleRequest } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import type { Money } from '../../../../schema/shared/money.ts'

/** A made-up request or bill, as its form has it. */

export type SampleRequest = z.input<typeof sampleRequest>

export interface SampleLine {
  key: string
  amount: Money | null
  categoryId: string | null
  departmentId: string | null
  businessUnitId: string | null
  entityId: string | null
}

export interface Sample {
  /** Null for the current person. */
  requestorUserId: string | null
  isNewVendor: boolean | null
  serviceStartDate: string | null
  serviceEndDate: string | null
  lines: SampleLine[]
  customFields: Record<string, string | string[]>
}

export const emptyLine = (): SampleLine => ({
  key: crypto.randomUUID(),
  ...{ amount: null, categoryId: null, departmentId: null, businessUnitId: null, entityId: null },
})

export const EMPTY_SAMPLE: Sample = {
  ...{ requestorUserId: null, isNewVendor: null, serviceStartDate: null, serviceEndDate: null, customFields: {} },
  lines: [{ ...emptyLine(), key: 'first' }],
}

export const requestOf = (sample: Sample, userId: string): SampleRequest => ({
  ...sample,
  requestorUserId: sample.requestorUserId ?? userId,
  lines: sample.lines.map(({ key: _key, ...line }) => line),
})
