import type { DatabaseSync } from 'node:sqlite'
import type { ApprovalActor, ApprovalCommand, PlanningContext } from '../../../schema/approvals/engine/commands.ts'
import { type ApprovalState, currentBlocks } from '../../../schema/approvals/engine/model.ts'
import type { Answers } from '../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../schema/requests/forms/visibility.ts'
import type { RequestLoaded } from '../../../worker/features/requests/submissions/answer-facts.ts'
import '../../../worker/features/requests/submissions/subject.ts'
import { project } from '../../../worker/objects/approval/projection.ts'
import { handle } from '../../../worker/objects/approval/state.ts'
import { nameOfState } from '../../../worker/objects/approval/subject.ts'
import { type Category, type Company, questionIds } from './company.ts'
import { asD1 } from './sqlite-d1.ts'

/**
 * A few requests go through the approval machine and its projection, with placeholders for people, times and amounts.
 * SQL then multiplies the rows they leave.
 */

/** Placeholders in a template for what differs between requests. */
export const MARKS = {
  request: '__request__',
  requestor: '__requestor__',
  requestorName: '__requestor-name__',
  manager: '__manager__',
  managerName: '__manager-name__',
  title: '__title__',
  vendor: '__vendor__',
  department: '__department__',
  departmentName: '__department-name__',
  due: '2001-02-03',
  small: 765_432,
  large: 98_765_432,
  submittedAt: 1_000_000_000_000,
  managerAt: 3_000_000_000_000,
  decidedAt: 7_000_000_000_000,
} as const

export const TEMPLATE_TABLES = [
  'request_texts',
  'intake_submissions',
  'intake_answers',
  'request_blocks',
  'request_participants',
  'object_numbers',
  'audit_entries',
] as const
export type TemplateTable = (typeof TEMPLATE_TABLES)[number]
export type Row = Record<string, string | number | null>

export interface Template {
  isLarge: boolean
  rows: Record<TemplateTable, Row[]>
}

export type Story = 'WAITS_FOR_MANAGER' | 'WAITS_FOR_FINANCE' | 'APPROVED' | 'REJECTED'
/** How many in a hundred. */
export const STORIES: [Story, number][] = [
  ['WAITS_FOR_MANAGER', 12],
  ['WAITS_FOR_FINANCE', 8],
  ['APPROVED', 70],
  ['REJECTED', 10],
]

const answersOf = (category: Category, isLarge: boolean): Answers => {
  const ids = questionIds(category.id)
  const answers: Answers = {
    [ids.title]: MARKS.title,
    [ids.vendor]: MARKS.vendor,
    [ids.why]: 'For the whole team, to replace what we use today; the present contract ends with the quarter.',
    [ids.personalData]: false,
    [ids.amount]: { value: isLarge ? MARKS.large : MARKS.small, currency: 'USD' },
    [ids.department]: MARKS.department,
    [ids.due]: MARKS.due,
  }
  const asked = new Set(allQuestions(category.form).map(({ id }) => id))
  return Object.fromEntries(Object.entries(answers).filter(([id]) => asked.has(id)))
}

const requestor = { userId: MARKS.requestor, name: MARKS.requestorName }
const manager = { userId: MARKS.manager, name: MARKS.managerName }

const planningOf = (company: Company, category: Category): PlanningContext => {
  const named = (people: { id: string; name: string }[]) =>
    Object.fromEntries(people.map((person) => [person.id, { name: person.name, disabled: false }]))
  const marked = [requestor, manager].map(({ userId, name }) => ({ id: userId, name }))
  return {
    requestor: { ...requestor, managerUserId: manager.userId },
    labels: { [questionIds(category.id).department]: { [MARKS.department]: MARKS.departmentName } },
    loaded: {
      form: category.form,
      own: { departmentIds: [], businessUnitIds: [] },
      newVendorIds: [],
    } satisfies RequestLoaded,
    organisation: {
      people: { ...named(company.people), ...named(marked) },
      departmentApprovers: {},
      businessUnitApprovers: {},
      groups: Object.fromEntries(company.groups.map(({ id, name, userIds }) => [id, { name, userIds }])),
      admins: company.people.filter((person) => person.isAdmin).map((person) => person.id),
      matrices: {},
    },
    definitions: category.workflow ? [category.workflow] : [],
    settings: { mode: 'EACH_LEVEL_GROUP', enforceOrder: true },
  }
}

const actorOf = (company: Company, person: { userId: string; name: string }): ApprovalActor => ({
  kind: 'USER',
  companyId: company.id,
  ...person,
  impersonatorUserId: null,
  isAdmin: false,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
})

/** A request's life: commands, with the person and the time of each. */
const live = (company: Company, category: Category, story: Story, isLarge: boolean) => {
  const answers = answersOf(category, isLarge)
  const planning = planningOf(company, category)
  let state: ApprovalState | null = null
  const events: Parameters<typeof project>[1]['events'][number][] = []
  const tell = (command: ApprovalCommand, by: { userId: string; name: string }, at: number) => {
    const result = handle(state, command, actorOf(company, by), at, planning)
    if (result.refusal) throw new Error(`The template was refused: ${result.refusal.message}`)
    state = result.state
    events.push(...result.events)
    return result.state
  }
  const decide = (
    label: string,
    by: { userId: string; name: string },
    decision: 'APPROVED' | 'REJECTED',
    at: number,
  ) => {
    const block = state && currentBlocks(state).find((each) => each.label === label)
    if (!block) throw new Error(`The template has no block ${label}`)
    const command = { type: 'decide' as const, blockId: block.id, decision, comment: '', seenVersion: 1 }
    return tell({ ...command, allMyNonTaskBlocks: false }, by, at)
  }
  let last = tell(
    {
      type: 'submit',
      targetType: 'INTAKE_SUBMISSION',
      targetId: MARKS.request,
      source: { intakeCategoryId: category.id, formVersion: 1 },
      requestor,
      createdBy: requestor,
      content: {
        title: MARKS.title,
        amount: { value: isLarge ? MARKS.large : MARKS.small, currency: 'USD' },
        vendorId: MARKS.vendor,
        dueDate: MARKS.due,
        answers,
      },
    },
    requestor,
    MARKS.submittedAt,
  )
  if (story === 'REJECTED') last = decide('Manager', manager, 'REJECTED', MARKS.managerAt)
  else if (story !== 'WAITS_FOR_MANAGER') last = decide('Manager', manager, 'APPROVED', MARKS.managerAt)
  for (const { name: label, userIds } of story === 'APPROVED' ? company.groups : []) {
    if (!currentBlocks(last).some((block) => block.label === label && block.status === 'PENDING')) continue
    const userId = userIds[0] ?? ''
    const name = company.people.find((person) => person.id === userId)?.name ?? ''
    last = decide(label, { userId, name }, 'APPROVED', MARKS.decidedAt)
  }
  return { state: last, events }
}

/** Kept by triggers, once for a rule, a category or a person, or deleted when it is done. */
const FOLLOWING = [
  'word_numbers',
  'search_rows',
  ...['request_orders', 'request_number_orders', 'request_status_orders', 'request_name_orders'],
  ...['request_amount_orders', 'request_due_orders'],
  'request_people',
  'category_request_counts',
  'approval_rule_times',
  'request_decisions',
  'decision_months',
]
const PASSING = ['outbox', 'command_results']

const countsOf = (database: DatabaseSync): Map<string, number> => {
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%search_index%' AND name <> 'sqlite_sequence'",
    )
    .all() as { name: string }[]
  return new Map(
    tables.map(({ name }) => {
      const row = database.prepare(`SELECT COUNT(*) AS count FROM "${name}"`).get()
      return [name, Number(row?.count)]
    }),
  )
}

/** A table that requests begin to fill has to be multiplied too, or nothing is weighed rightly. */
const requireNoOther = (before: Map<string, number>, after: Map<string, number>): void => {
  const known = new Set<string>([...TEMPLATE_TABLES, ...FOLLOWING, ...PASSING])
  for (const [name, count] of after) {
    if (count !== before.get(name) && !known.has(name))
      throw new Error(`A request has rows in ${name}, which is unknown here`)
  }
}

/** Numbers of words are given when rows are multiplied. */
const ROWS: Partial<Record<TemplateTable, string>> = {
  audit_entries: `SELECT e.id, e.object, e.company, e.kind, e.sequence, e.change_key, l.actor_user_id AS actor, e.impersonator,
    e.api_key_id, e.action, e.message, e.change_data, e.occurred_at, e.entry_hash, e.is_short
    FROM audit_entries e JOIN audit_log l ON l.id = e.id ORDER BY e.id`,
}

/** Every kind of request in the company, as the rows it leaves. The database is unchanged afterwards. */
export const makeTemplates = async (
  database: DatabaseSync,
  company: Company,
  stories = STORIES.map(([story]) => story),
): Promise<Map<string, Template>> => {
  const templates = new Map<string, Template>()
  const before = countsOf(database)
  for (const category of company.categories) {
    for (const story of stories) {
      for (const isLarge of [false, true]) {
        if (story === 'WAITS_FOR_FINANCE' && !isLarge) continue
        const { state, events } = live(company, category, story, isLarge)
        database.exec('BEGIN')
        const name = nameOfState(state)
        await project(asD1(database), { name, state, after: 0, events, notifications: [], now: MARKS.decidedAt })
        requireNoOther(before, countsOf(database))
        const rows = Object.fromEntries(
          TEMPLATE_TABLES.map((table) => [
            table,
            database.prepare(ROWS[table] ?? `SELECT * FROM ${table}`).all() as Row[],
          ]),
        ) as Template['rows']
        database.exec('ROLLBACK')
        templates.set(`${category.id}/${story}/${isLarge ? 'large' : 'small'}`, { isLarge, rows })
      }
    }
  }
  return templates
}
