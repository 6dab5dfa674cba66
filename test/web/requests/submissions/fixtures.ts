import type { BlockView } from '../../../../schema/approvals/engine/endpoints.ts'
import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'

export const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  type: 'TEXT',
  label: id,
  description: '',
  isRequired: false,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: 0,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
  ...NO_CONDITIONS,
  ...more,
})

export const form = (...steps: Question[][]): FormDefinition => ({
  steps: steps.map((questions, i) => ({
    id: `s${i + 1}`,
    label: `Step ${i + 1}`,
    ordinal: i,
    isAdditionalStep: false,
    questions: questions.map((q, ordinal) => ({ ...q, ordinal })),
  })),
})

/** Noon UTC on a day in November 2026. The 20th is a Friday. */
export const noon = (day: number): number => Date.UTC(2026, 10, day, 12)

const person = (name: string) => ({ userId: name.toLowerCase(), name, via: 'group Test' })

export const block = (label: string, names: string[], more: Partial<BlockView> = {}): BlockView => ({
  id: label,
  parentId: null,
  parentLevelGroupStatusId: null,
  sublevels: [],
  approverNote: null,
  remindedWithNote: null,
  assigneeUser: null,
  emailSent: false,
  approvedAt: null,
  approvedBy: [],
  delegateApproverUser: null,
  isManagerApprover: false,
  isRequestor: false,
  departments: [],
  businessUnits: [],
  groups: [],
  blockStatuses: [],
  approverMatrixCells: [],
  run: 1,
  level: 1,
  subLevel: 0,
  ordinal: 0,
  ruleId: label,
  ruleType: 'APPROVAL',
  label,
  reason: 'Always',
  approverType: 'CUSTOM_APPROVERS',
  approvers: names.map(person),
  approversNote: null,
  watchers: [],
  quorum: { kind: 'ANY' },
  settings: {},
  basis: '',
  decisions: [],
  status: 'PENDING',
  workStatus: 'PENDING',
  workStatusHistory: [],
  assignee: null,
  openedAt: null,
  awaitedSince: null,
  decidedAt: null,
  closedAt: null,
  bypassedAt: null,
  bypassedBy: null,
  bypassNote: null,
  remindedAt: null,
  remindedBy: null,
  remindedNote: null,
  reopenedAt: null,
  createdBy: null,
  createdAt: noon(10),
  automatic: null,
  sequence: 1,
  isAwaited: false,
  canDecide: false,
  canComplete: false,
  canReject: false,
  canSendBack: false,
  canTakeBack: false,
  dueAt: null,
  canRemind: false,
  canBypass: false,
  canRevoke: false,
  usualMs: null,
  delegates: [],
  canRoute: false,
  canRetry: false,
  onBehalfOf: null,
  ...more,
})

export const decided = (
  label: string,
  name: string,
  decision: 'APPROVED' | 'REJECTED',
  day: number,
  comment = '',
): BlockView =>
  block(label, [name], {
    status: decision,
    decidedAt: noon(day),
    decisions: [{ userId: name.toLowerCase(), name, decision, comment, answersVersion: 1, at: noon(day) }],
  })
