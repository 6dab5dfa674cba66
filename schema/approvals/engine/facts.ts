import type { Answers, FormDefinition } from '../../requests/forms/form.ts'
import type { Money } from '../../shared/money.ts'

/**
 * What planning knows about a request and its company. It is plain JSON, so the preview in the web, the simulator and
 * the submission plan from the same data. The Worker loads it. Nothing here comes from the client.
 */
export interface PersonRef {
  userId: string
  name: string
}

/** Someone who is asked to act. */
export interface AskedPerson extends PersonRef {
  /** When the person joined a step that others had already been asked about, in UTC milliseconds. */
  askedAt?: number
}

export interface NamedUsers {
  name: string
  userIds: string[]
}

export const MATRIX_CONDITION_TYPES = ['DEPARTMENT', 'ENTITY', 'BUSINESS_UNIT', 'CATEGORY'] as const
export type MatrixConditionType = (typeof MATRIX_CONDITION_TYPES)[number]

/** A row matches when each condition cell is empty or contains a value of the request. */
export interface ApproverMatrix {
  name: string
  conditionColumns: { id: string; conditionType: MatrixConditionType }[]
  approverColumns: { id: string; name: string }[]
  rows: {
    /** Ids by condition column. A missing or empty list matches anything. */
    conditions: Record<string, string[]>
    /** User ids by approver column. */
    approvers: Record<string, string[]>
  }[]
}

export interface PlanOrganisation {
  /** Everyone whom the definition, the groups or the request can name. Anyone missing counts as disabled. */
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
  /** The person who files it, if they aren't the requester. */
  onBehalfSubmitter: PersonRef | null
  /** Other people who may not decide: they edited it, chose its approvers, or did so as someone else. */
  barredUserIds?: string[]
  form: FormDefinition
  /** Answers to visible questions only. */
  answers: Answers
  /** Names of ids in answers and conditions: by question id, then by id. */
  labels: Record<string, Record<string, string>>
  /** In the company's currency, or null if there is no rate. The rates are the form's. */
  amount: Money | null
  departmentIds: string[]
  /** By department id: the approver that the requester chose (requireDepartmentApproverAssigneeSelection). */
  departmentApproverAssignees?: Record<string, string>
  businessUnitIds: string[]
  entityIds: string[]
  spendCategoryIds: string[]
  vendorId: string | null
  isNewVendor: boolean
  organisation: PlanOrganisation
}
