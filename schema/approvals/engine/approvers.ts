import type { ApproverMatrix } from '../approver-matrix/conditions.ts'
import { type MatrixFacts, rowMatches } from '../approver-matrix/matching.ts'
import type { ApproverType, WatcherType, WorkflowRule } from '../workflows/definition.ts'
import {
  type ApproverSource,
  type ApproverSpec,
  barredIn,
  type Candidate,
  isChosen,
  isLetIn,
  isNamed,
  isOwnChoice,
  removersOf,
} from './choices/own-choices.ts'
import { type AskedPerson, FACTS, idsIn, type PlanFacts } from './facts.ts'

/** Who approves and who watches: turns a rule's modes, groups, users and matrix into people. */

export interface Approver extends AskedPerson {
  /** How this person became an approver: "manager of Ada Lovelace", "group Legal", "admin". */
  via: string
  /** The units, groups and matrix rows that led to this person. Missing in older blocks, which didn't keep them. */
  sources?: ApproverSource[]
  /** They are asked because of what they did, and no one else is left: they may bypass the step, which is marked. */
  chose?: true
}

export type WatcherSpec = Pick<WorkflowRule, 'watcherType' | 'watcherGroupIds' | 'watcherUserIds'>

export interface ResolvedApprovers {
  approvers: Approver[]
  /** Why the admins approve, or who was left out. Null if there is nothing to explain. */
  note: string | null
  /** No one can approve: the request cannot be submitted. */
  problem: string | null
}

const SOURCE_WORDS = { DEPARTMENT: 'department', BUSINESS_UNIT: 'business unit', GROUP: 'group' } as const

const ofNamed = (
  named: Record<string, { name: string; userIds: string[] }>,
  ids: string[],
  kind: keyof typeof SOURCE_WORDS,
) =>
  ids.flatMap((id) => {
    const entry = named[id]
    return entry
      ? entry.userIds.map(
          (userId): Candidate => ({
            userId,
            via: `${SOURCE_WORDS[kind]} ${entry.name}`,
            source: { kind, id, name: entry.name },
          }),
        )
      : []
  })

const ofDepartments = (facts: PlanFacts): Candidate[] =>
  idsIn(facts.known, FACTS.departments).flatMap((id) => {
    const chosen = facts.departmentApproverAssignees?.[id]
    const department = facts.organisation.departmentApprovers[id]
    // A chosen approver who no longer approves for the department, or can't sign in, is replaced by its other
    // approvers.
    if (chosen && department?.userIds.includes(chosen) && facts.organisation.people[chosen]?.disabled === false) {
      const source = { kind: 'DEPARTMENT' as const, id, name: department.name }
      const candidate = { userId: chosen, via: `chosen for department ${department.name}`, source }
      if (!isChosen(candidate, facts)) return [candidate]
    }
    return ofNamed(facts.organisation.departmentApprovers, [id], 'DEPARTMENT')
  })

/** The request's values for each condition of a matrix. */
const matrixFactsOf = (facts: PlanFacts): MatrixFacts => ({
  DEPARTMENT: idsIn(facts.known, FACTS.departments),
  ENTITY: idsIn(facts.known, FACTS.entities),
  BUSINESS_UNIT: idsIn(facts.known, FACTS.businessUnits),
  CATEGORY: idsIn(facts.known, FACTS.categories),
})

const ofMatrix = (matrixId: string, matrix: ApproverMatrix, columnId: string, facts: PlanFacts): Candidate[] => {
  const asked = matrixFactsOf(facts)
  return matrix.rows.flatMap((row, index) => {
    if (!rowMatches(matrix.conditionColumns, row, asked)) return []
    return (row.approvers[columnId] ?? []).map((userId) => ({
      userId,
      via: `matrix ${matrix.name}, row ${index + 1}`,
      source: { kind: 'MATRIX' as const, id: matrixId, name: matrix.name, columnId, row: index + 1 },
      by: row.namedBy?.[userId],
    }))
  })
}

const candidates = (spec: ApproverSpec, facts: PlanFacts): Candidate[] => {
  const { organisation, requestor } = facts
  switch (spec.approverType) {
    case 'NO_APPROVERS':
      return []
    case 'MANAGER_APPROVER':
      return requestor.managerUserId &&
        !isOwnChoice(requestor.managerUserId, organisation.managersSetBy?.[requestor.userId], facts)
        ? [{ userId: requestor.managerUserId, via: `manager of ${requestor.name}` }]
        : []
    case 'REQUESTOR':
      return [{ userId: requestor.userId, via: 'requester' }]
    case 'DEPARTMENT_APPROVERS':
      return ofDepartments(facts).filter((one) => !isChosen(one, facts))
    case 'BUSINESS_UNIT_APPROVERS': {
      const units = idsIn(facts.known, FACTS.businessUnits)
      const found = ofNamed(organisation.businessUnitApprovers, units, 'BUSINESS_UNIT')
      return found.filter((one) => !isChosen(one, facts))
    }
    case 'CUSTOM_APPROVERS': {
      const matrix = spec.approverMatrixId ? organisation.matrices[spec.approverMatrixId] : undefined
      return [
        ...spec.approverGroupIds.flatMap((id) =>
          ofNamed(organisation.groups, [id], 'GROUP').map((one) => ({ ...one, by: spec.namedBy?.[id] })),
        ),
        ...spec.approverUserIds.map((userId) => ({ userId, via: 'named in the workflow', by: spec.namedBy?.[userId] })),
        ...(matrix && spec.approverMatrixColumnId
          ? ofMatrix(spec.approverMatrixId ?? '', matrix, spec.approverMatrixColumnId, facts)
          : []),
      ].filter((one) => !isChosen(one, facts))
    }
  }
}

const placeOf = ({ timeZone }: { timeZone?: string }) => (timeZone === undefined ? {} : { timeZone })

/** One entry for each enabled person, with every way that led to them. */
const merge = (found: Candidate[], facts: PlanFacts): Approver[] => {
  const merged = new Map<string, Approver>()
  for (const { userId, via, source } of found) {
    const person = facts.organisation.people[userId]
    if (!person || person.disabled) continue
    const before = merged.get(userId)
    if (!before)
      merged.set(userId, { userId, name: person.name, via, ...placeOf(person), ...(source && { sources: [source] }) })
    else if (!before.via.split(' and ').includes(via)) {
      const sources = [...(before.sources ?? []), ...(source ? [source] : [])]
      merged.set(userId, { ...before, via: `${before.via} and ${via}`, ...(sources.length > 0 && { sources }) })
    }
  }
  return [...merged.values()]
}

/** Why there is no one, by who should approve. */
const MISSING: Record<ApproverType, string> = {
  NO_APPROVERS: 'this step has no approvers',
  MANAGER_APPROVER: 'the requester has no manager who can approve',
  REQUESTOR: 'the requester can’t approve',
  DEPARTMENT_APPROVERS: 'the request’s departments have no one who can approve',
  BUSINESS_UNIT_APPROVERS: 'the request’s business units have no one who can approve',
  CUSTOM_APPROVERS: 'no one named in the workflow can approve',
}

/**
 * The people of a rule's approver mode. Disabled members are dropped. The requester, and anyone who files for them,
 * never approves unless the mode is REQUESTOR. If no one is left, the other admins approve. If there is no such admin
 * either, the plan has a problem and submission is refused: a request that no one may decide would break invariant 6,
 * and letting the requester decide would break invariant 5.
 * @param label the rule's label, for the sentence of the problem
 */
export const resolveApprovers = (spec: ApproverSpec, facts: PlanFacts, label: string): ResolvedApprovers => {
  const barred = barredIn(facts)
  const wanted = candidates(spec, facts)
  const found = merge(spec.approverType === 'REQUESTOR' ? wanted : wanted.filter((one) => !isNamed(one, facts)), facts)
  const allowed = spec.approverType === 'REQUESTOR' ? found : found.filter((a) => !barred.has(a.userId))
  const own = found.length - allowed.length
  if (allowed.length > 0)
    return {
      approvers: allowed,
      note: own > 0 ? noteOn(found, allowed, facts) : null,
      problem: null,
    }
  const admins = adminsIn(facts)
  const removers = removersOf(spec, wanted, facts)
  const others = admins.filter(({ userId }) => !removers.has(userId))
  const why =
    own > 0
      ? onlyFilers(found, [], facts)
        ? 'only the requester could approve'
        : 'everyone who could approve this request also submitted or changed it'
      : MISSING[spec.approverType]
  if (others.length > 0) return { approvers: others, note: `Goes to admins: ${why}`, problem: null }
  if (admins.length > 0) {
    const [only] = admins
    const note = `Goes to admins: ${why}. ${only?.name} disabled or replaced a person who could, so a second admin has to decide, or they bypass this step`
    return { approvers: admins.map((one): Approver => ({ ...one, chose: true })), note, problem: null }
  }
  // A company with one admin goes on, and everyone sees how.
  const named = merge(wanted, facts).filter(({ userId }) => !barred.has(userId))
  if (named.length > 0)
    return {
      approvers: named,
      note: 'People who were chosen by someone behind this less than a day ago approve, because no one else can',
      problem: null,
    }
  return {
    approvers: [],
    note: null,
    problem: `No one can approve “${label}”: ${why}, and no other admin is available. Ask an admin to change who approves.`,
  }
}

/** The admins who may approve. */
export const adminsIn = (facts: PlanFacts): Approver[] => {
  const barred = barredIn(facts)
  const admins = facts.organisation.admins.map((userId) => ({ userId, via: 'admin' }))
  return merge(admins, facts).filter(({ userId }) => !barred.has(userId) && !isLetIn(userId, facts))
}

/** Whether only people who filed the request were left out. */
const onlyFilers = (found: Approver[], allowed: Approver[], { requestor, onBehalfSubmitter }: PlanFacts): boolean => {
  const filers = [requestor.userId, onBehalfSubmitter?.userId]
  return found.every((a) => allowed.includes(a) || filers.includes(a.userId))
}

const noteOn = (found: Approver[], allowed: Approver[], facts: PlanFacts): string =>
  onlyFilers(found, allowed, facts)
    ? 'Requesters can’t approve their own requests'
    : 'People who changed a request or chose its approvers can’t approve it'

const watcherCandidates = (spec: WatcherSpec, facts: PlanFacts): Candidate[] => {
  const mode: WatcherType = spec.watcherType
  if (mode === 'NO_WATCHERS') return []
  if (mode === 'DEPARTMENT_APPROVERS') return ofDepartments(facts)
  if (mode === 'BUSINESS_UNIT_APPROVERS')
    return ofNamed(facts.organisation.businessUnitApprovers, idsIn(facts.known, FACTS.businessUnits), 'BUSINESS_UNIT')
  return [
    ...ofNamed(facts.organisation.groups, spec.watcherGroupIds, 'GROUP'),
    ...spec.watcherUserIds.map((userId) => ({ userId, via: 'named in the workflow' })),
  ]
}

export const resolveWatchers = (spec: WatcherSpec, facts: PlanFacts): Approver[] =>
  merge(watcherCandidates(spec, facts), facts)
