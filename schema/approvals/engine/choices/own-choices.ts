import type { WorkflowRule } from '../../workflows/definition.ts'
import { type Choice, FACTS, idsIn, type PlanFacts } from '../facts.ts'

/**
 * Who chose who decides may not decide. Every way in which a person comes to a block is recorded with who caused it: named in
 * a rule or a matrix, put into a group or a unit, given as a manager, let in again; and so is who took away the one that
 * would have decided. What is older than a day is everyone's.
 *
 * People named in a category's workflow before a request is filed are the company's choice at once: its versions say who
 * saved them and when, and the first request of a new company is decided by whom its admin has just named. A workflow that
 * is changed after filing counts like the rest.
 */

export type ApproverSource =
  | { kind: 'DEPARTMENT' | 'BUSINESS_UNIT' | 'GROUP'; id: string; name: string }
  | { kind: 'MATRIX'; id: string; name: string; columnId: string; row: number }

export type ApproverSpec = Pick<
  WorkflowRule,
  'approverType' | 'approverGroupIds' | 'approverUserIds' | 'approverMatrixId' | 'approverMatrixColumnId'
> & {
  /** By group or person: who named them in the rule, where that is known. */
  namedBy?: Readonly<Record<string, Choice>>
}

export interface Candidate {
  userId: string
  via: string
  source?: ApproverSource
  /** Who named them, where that is known. */
  by?: Choice | undefined
}

/** Who is behind a request, and which choices count. */
type Behind = Pick<PlanFacts, 'onBehalfSubmitter' | 'barredUserIds' | 'choicesSince' | 'countsLater'> & {
  requestor: Pick<PlanFacts['requestor'], 'userId'>
}

/** Who may not approve unless the mode is REQUESTOR: the requester, and people who filed, edited or chose approvers. */
export const barredIn = ({
  requestor,
  onBehalfSubmitter,
  barredUserIds = [],
}: Behind): ReadonlySet<string | undefined> => new Set([requestor.userId, onBehalfSubmitter?.userId, ...barredUserIds])

const isNew = ({ choicesSince }: Behind, choice: Choice | undefined): choice is Choice =>
  choice !== undefined && choicesSince !== undefined && choice.at >= choicesSince

/**
 * By themselves, or by someone who filed or changed the request, just now. Who only chooses approvers names them like this,
 * and may not decide.
 */
const isOwnDoing = (userId: string, by: Choice | undefined, facts: PlanFacts): boolean =>
  isNew(facts, by) &&
  (by.userId === userId || (barredIn(facts).has(by.userId) && !facts.chooserIds?.includes(by.userId)))

/** The same by anyone behind the request, and for money by anyone at all. */
export const isOwnChoice = (userId: string, by: Choice | undefined, facts: Behind): boolean =>
  isNew(facts, by) && (facts.countsLater === true || by.userId === userId || barredIn(facts).has(by.userId))

const PLACES = { GROUP: 'groups', DEPARTMENT: 'departmentApprovers', BUSINESS_UNIT: 'businessUnitApprovers' } as const

export const isLetIn = (userId: string, facts: PlanFacts): boolean =>
  isOwnDoing(userId, facts.organisation.people[userId]?.enabledBy, facts)

/** Just named in the row or the rule, or let in again, by someone who filed or changed the request, or by themselves. */
export const isNamed = ({ userId, by }: Candidate, facts: PlanFacts): boolean =>
  isOwnDoing(userId, by, facts) || isLetIn(userId, facts)

/** Just put into the group, or made an approver of the unit, by themselves or by someone behind the request. */
export const isChosen = ({ userId, source }: Candidate, facts: PlanFacts): boolean => {
  if (!source || source.kind === 'MATRIX') return false
  return isOwnChoice(userId, facts.organisation[PLACES[source.kind]][source.id]?.addedBy?.[userId], facts)
}

/** What says who is asked: the matrix, groups and units of a rule. */
const askingOf = (spec: ApproverSpec, { organisation, known }: PlanFacts) => {
  switch (spec.approverType) {
    case 'DEPARTMENT_APPROVERS':
      return idsIn(known, FACTS.departments).map((id) => organisation.departmentApprovers[id]?.removedBy)
    case 'BUSINESS_UNIT_APPROVERS':
      return idsIn(known, FACTS.businessUnits).map((id) => organisation.businessUnitApprovers[id]?.removedBy)
    case 'CUSTOM_APPROVERS':
      return [
        ...spec.approverGroupIds.map((id) => organisation.groups[id]?.removedBy),
        ...(spec.approverMatrixId ? [organisation.matrices[spec.approverMatrixId]?.removedBy] : []),
      ]
    default:
      return []
  }
}

/**
 * Who just disabled someone that would be asked, took someone out of what says who is asked, or gave the requester another
 * manager than they had.
 */
export const removersOf = (spec: ApproverSpec, found: readonly Candidate[], facts: PlanFacts): ReadonlySet<string> => {
  const replaced = facts.organisation.managersSetBy?.[facts.requestor.userId]
  return new Set([
    ...(spec.approverType === 'MANAGER_APPROVER' && isNew(facts, replaced) ? [replaced.userId] : []),
    ...askingOf(spec, facts).flatMap((changes = []) =>
      changes.flatMap((one) => (isNew(facts, one) ? [one.userId] : [])),
    ),
    ...found.flatMap(({ userId }) => {
      const person = facts.organisation.people[userId]
      return person?.disabled && isNew(facts, person.disabledBy) ? [person.disabledBy.userId] : []
    }),
  ])
}
