import type { Answers, FormDefinition } from '../intake/form.ts'
import type { Money } from '../shared/money.ts'

/**
 * What planning knows of a request and its company: plain JSON, so that the preview in the web, the simulator and
 * the submission plan from the same thing. The Worker loads it; nothing here is asked of the client.
 */
export interface PersonRef {
  userId: string
  name: string
}

/** Someone who is asked to act. */
export interface AskedPerson extends PersonRef {
  /** Where they came to a step that others had been asked before them: when. UTC milliseconds. */
  askedAt?: number
}

export interface NamedUsers {
  name: string
  userIds: string[]
}

export const MATRIX_CONDITION_TYPES = ['DEPARTMENT', 'ENTITY', 'BUSINESS_UNIT', 'CATEGORY'] as const
export type MatrixConditionType = (typeof MATRIX_CONDITION_TYPES)[number]

/** A row matches when each condition cell is empty or holds a value of the request. */
export interface ApproverMatrix {
  name: string
  conditionColumns: { id: string; conditionType: MatrixConditionType }[]
  approverColumns: { id: string; name: string }[]
  rows: {
    /** Ids by condition column; a missing or empty list matches everything. */
    conditions: Record<string, string[]>
    /** User ids by approver column. */
    approvers: Record<string, string[]>
  }[]
}

export interface PlanOrganisation {
  /** Everybody whom the definition, the groups or the request may name. Who is missing counts as disabled. */
  people: Record<string, { name: string; disabled: boolean }>
  /** By department: the members who approve its requests. */
  departmentApprovers: Record<string, NamedUsers>
  businessUnitApprovers: Record<string, NamedUsers>
  groups: Record<string, NamedUsers>
  /** User ids of the company's admins. */
  admins: string[]
  matrices: Record<string, ApproverMatrix>
}

export interface PlanFacts {
  requestor: PersonRef & { managerUserId: string | null }
  /** Who files it, when that is not the requester. */
  onBehalfSubmitter: PersonRef | null
  /** Others who may not decide: who edited it, chose its approvers, or did so as somebody else. */
  barredUserIds?: string[]
  form: FormDefinition
  /** Of visible questions only. */
  answers: Answers
  /** Names of the ids in the answers and conditions: by question id, then by id. */
  labels: Record<string, Record<string, string>>
  /** In the company's currency; null also where its currency has no rate. The rates are those of the form. */
  amount: Money | null
  departmentIds: string[]
  /** By department id: the approver that the requestor chose (requireDepartmentApproverAssigneeSelection). */
  departmentApproverAssignees?: Record<string, string>
  businessUnitIds: string[]
  entityIds: string[]
  spendCategoryIds: string[]
  vendorId: string | null
  isNewVendor: boolean
  organisation: PlanOrganisation
}
