import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
} from '../../../../schema/approvals/engine/commands.ts'
import { approvalCommand } from '../../../../schema/approvals/engine/commands.ts'
import {
  type Labels,
  namedFacts,
  type PlanFacts,
  type PlanOrganisation,
} from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalState, Block, RunSettings } from '../../../../schema/approvals/engine/model.ts'
import { currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { WorkflowDefinition, WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { Answers, FormDefinition, Question, QuestionType } from '../../../../schema/requests/forms/form.ts'
import type { RequestContent } from '../../../../schema/requests/submissions/content.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import '../../../../worker/features/requests/submissions/subject.ts'
import { answerFacts, type RequestLoaded } from '../../../../worker/features/requests/submissions/answer-facts.ts'
import { type Handled, handle, replay } from '../../../../worker/objects/approval/state.ts'
import type { Past } from '../../../../worker/objects/approval/turn.ts'

/** A small company: Ada requests, Grace is her manager, Linus and Margaret are Legal, Edsger and Barbara are admins. */
export const NAMES: Record<string, string> = {
  ada: 'Ada Lovelace',
  grace: 'Grace Hopper',
  linus: 'Linus Pauling',
  margaret: 'Margaret Hamilton',
  edsger: 'Edsger Dijkstra',
  barbara: 'Barbara Liskov',
  alan: 'Alan Turing',
}
export const person = (userId: string) => ({ userId, name: NAMES[userId] ?? userId })

export const actor = (userId: string, more: Partial<ApprovalActor> = {}): ApprovalActor => ({
  kind: 'USER',
  companyId: 'company',
  ...person(userId),
  impersonatorUserId: null,
  isAdmin: userId === 'edsger' || userId === 'barbara',
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
  ...more,
})
export const system = (): ApprovalActor => actor('system', { kind: 'SYSTEM', name: 'Outlay' })

export const question = (id: string, type: QuestionType, more: Partial<Question> = {}): Question => ({
  ...NO_CONDITIONS,
  id,
  type,
  label: id,
  description: '',
  isRequired: false,
  isMulti: false,
  showOnVendorDetails: false,
  documentTypes: [],
  ordinal: 0,
  options: [],
  requireDepartmentApproverAssigneeSelection: false,
  ...more,
})

export const form = (questions: Question[], additional: Question[] = []): FormDefinition => ({
  steps: [
    { id: 'main', label: 'Main', ordinal: 0, isAdditionalStep: false, questions },
    ...(additional.length > 0
      ? [{ id: 'security', label: 'Security', ordinal: 1, isAdditionalStep: true, questions: additional }]
      : []),
  ],
})

export const FORM = form(
  [
    question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
    question('amount', 'REQUEST_AMOUNT', { label: 'Amount', ordinal: 1 }),
    question('department', 'DEPARTMENT_SELECT', { label: 'Department', ordinal: 2 }),
  ],
  [question('personal-data', 'YES_NO', { label: 'Handles personal data', isRequired: true })],
)

export const rule = (id: string, more: Partial<WorkflowRule> = {}): WorkflowRule => ({
  ...NO_CONDITIONS,
  id,
  label: id,
  type: 'APPROVAL',
  ordinal: 0,
  approverType: 'CUSTOM_APPROVERS',
  approverGroupIds: [],
  approverUserIds: [],
  approverMatrixId: null,
  approverMatrixColumnId: null,
  watcherType: 'NO_WATCHERS',
  watcherGroupIds: [],
  watcherUserIds: [],
  quorum: { kind: 'ANY' },
  settings: {},
  ...more,
})

export const atLeast = (minor: number) => ({
  conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue: minor, maximumValue: null }],
})
export const isYes = (questionId: string) => ({
  conditionBooleans: [{ valuesQuestionId: questionId, value: true }],
})
export const departmentIs = (...values: string[]) => ({
  conditionAnyOfs: [{ valuesQuestionId: 'department', values }],
})

/** Levels from lists of rules. */
export const workflow = (...levels: WorkflowRule[][]): WorkflowSnapshot => {
  const definition: WorkflowDefinition = {
    entryPoints: NO_CONDITIONS,
    levels: levels.map((rules, i) => ({
      id: `level-${i + 1}`,
      number: i + 1,
      rules: rules.map((r, ordinal) => ({ ...r, ordinal })),
    })),
  }
  return { id: 'workflow', label: 'Standard', version: 3, definition }
}

export const usd = (value: number) => ({ value, currency: 'USD' as const })

export const ANSWERS: Answers = { title: 'Laptops', amount: usd(1_200_000), department: 'engineering' }

/** What the tests say about a request: its form and answers, and who may approve. */
interface Told extends Partial<Omit<PlanFacts, 'known'>> {
  form?: FormDefinition
  labels?: Labels
  departmentIds?: string[]
  businessUnitIds?: string[]
  entityIds?: string[]
  spendCategoryIds?: string[]
}

const LABELS = { department: { engineering: 'Engineering', sales: 'Sales' } }

export const facts = (answers: Answers = ANSWERS, more: Told = {}): PlanFacts => {
  const {
    form: asked = FORM,
    labels = LABELS,
    departmentIds,
    businessUnitIds,
    entityIds,
    spendCategoryIds,
    ...rest
  } = more
  const known = answerFacts({ form: asked, answers, labels, loaded: { own: NO_UNITS, newVendorIds: [] } })
  const told = namedFacts({
    ...(departmentIds && { departments: departmentIds }),
    ...(businessUnitIds && { businessUnits: businessUnitIds }),
    ...(entityIds && { entities: entityIds }),
    ...(spendCategoryIds && { categories: spendCategoryIds }),
  })
  return {
    requestor: { ...person('ada'), managerUserId: 'grace' },
    onBehalfSubmitter: null,
    known: new Map([...known, ...told]),
    exchange: asked.exchange,
    organisation: organisation(),
    ...rest,
  }
}
const NO_UNITS = { departmentIds: [], businessUnitIds: [] }

export const organisation = (): PlanOrganisation => ({
  people: Object.fromEntries(Object.entries(NAMES).map(([id, name]) => [id, { name, disabled: false }])),
  departmentApprovers: {
    engineering: { name: 'Engineering', userIds: ['alan'] },
    sales: { name: 'Sales', userIds: ['margaret'] },
  },
  businessUnitApprovers: {},
  groups: {
    legal: { name: 'Legal', userIds: ['linus', 'margaret'] },
    empty: { name: 'Nobody', userIds: [] },
    ada: { name: 'Requestors', userIds: ['ada'] },
  },
  admins: ['edsger', 'barbara'],
  matrices: {},
})

export const planning = (
  chosen: WorkflowSnapshot | null,
  _answers: Answers = ANSWERS,
  settings: Partial<RunSettings> = {},
  more: Pick<Told, 'form' | 'requestor' | 'organisation' | 'labels'> = {},
): PlanningContext => {
  const { form: asked = FORM, labels = LABELS } = more
  return {
    requestor: more.requestor ?? { ...person('ada'), managerUserId: 'grace' },
    organisation: more.organisation ?? organisation(),
    labels,
    exchange: asked.exchange,
    loaded: { form: asked, own: NO_UNITS, newVendorIds: [] } satisfies RequestLoaded,
    definitions: chosen ? [chosen] : [],
    settings: { mode: 'EACH_LEVEL_GROUP', enforceOrder: true, ...settings },
    editing: { restrictedToAdmins: false, withApprovalBypass: false },
  }
}

export const content = (answers: Answers = ANSWERS, notes?: Record<string, string>) => ({
  content: {
    title: String(answers.title ?? ''),
    amount: (answers.amount as ReturnType<typeof usd> | undefined) ?? null,
    vendorId: null,
    dueDate: null,
    answers,
    ...(notes && { notes }),
  },
})

export const submitCommand = (answers: Answers = ANSWERS, createdBy = 'ada', notes?: Record<string, string>) => ({
  type: 'submit' as const,
  targetType: 'INTAKE_SUBMISSION' as const,
  targetId: 'request',
  source: { intakeCategoryId: 'category', formVersion: 1 },
  requestor: person('ada'),
  createdBy: person(createdBy),
  ...content(answers, notes),
})

type RequestState = ApprovalState<RequestContent>

/** A request in progress: sends commands one after another and keeps log and state. */
export class Story {
  state: RequestState | null = null
  events: NonNullable<Handled['events']> = []
  now = 1_700_000_000_000
  /** The last event of each command. */
  ends: number[] = []

  private past(sequence: number): Past | undefined {
    const after = this.ends[this.ends.indexOf(sequence) - 1]
    const before = replay(this.events.filter((event) => event.sequence <= (after ?? 0)))
    if (after === undefined || !before) return
    return {
      before,
      events: this.events.filter((event) => event.sequence > after && event.sequence <= sequence),
      later: this.events.filter((event) => event.sequence > sequence),
    }
  }

  /** Null if the command succeeded, otherwise the refusal. */
  try(command: ApprovalCommandInput, by: ApprovalActor, context?: PlanningContext) {
    this.now += 60_000
    return this.tryNow(command, by, context)
  }
  /** The same, at the same moment as the previous command. */
  tryNow(command: ApprovalCommandInput, by: ApprovalActor, context?: PlanningContext) {
    const parsed = approvalCommand.parse(command)
    const past = parsed.type === 'undoDecision' ? this.past(parsed.sequence) : undefined
    const result = handle(this.state, parsed, by, this.now, context, past)
    if (result.refusal) return result.refusal
    this.state = result.state as RequestState
    this.ends.push(result.state.sequence)
    this.events.push(...result.events)
    return null
  }
  do(command: ApprovalCommandInput, by: ApprovalActor, context?: PlanningContext): this {
    const refusal = this.try(command, by, context)
    if (refusal) throw new Error(`${command.type} refused: ${refusal.reason} ${refusal.message}`)
    return this
  }
  get request(): RequestState {
    if (!this.state) throw new Error('Nothing is submitted')
    return this.state
  }
  /** The block of the current run with that rule or label. */
  block(name: string): Block {
    const found = currentBlocks(this.request).find((b) => b.ruleId === name || b.label === name)
    if (!found) throw new Error(`No block ${name}`)
    return found
  }
  decide(name: string, by: ApprovalActor, decision: 'APPROVED' | 'REJECTED' = 'APPROVED') {
    return this.try({ type: 'decide', blockId: this.block(name).id, decision, seenVersion: this.request.version }, by)
  }
}

export const submitted = (
  chosen: WorkflowSnapshot | null,
  answers: Answers = ANSWERS,
  settings: Partial<RunSettings> = {},
): Story => new Story().do(submitCommand(answers), actor('ada'), planning(chosen, answers, settings))
