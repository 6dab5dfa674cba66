import type { ApproverMatrix } from '../../../../schema/approvals/approver-matrix/conditions.ts'
import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { chooseDefinitions, type WorkflowCandidate } from '../../../../schema/approvals/engine/plan.ts'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import type { IntakeCategory } from '../../../../schema/requests/endpoints.ts'
import { assigneesIn, chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { filedAnswers, keptAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { allQuestions, dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import { type Exchange, keepRates } from '../../../../schema/shared/exchange.ts'
import { notFound } from '../../../core/errors.ts'
import { namesOfRows, namesStatement } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { principalsOf } from '../../approvals/workflows/index.ts'
import { READABLE_DOCUMENT, readableParams } from '../../documents/documents/index.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { toCategory } from '../categories/index.ts'
import { answerFacts, chosenApprovers, type RequestLoaded } from './answer-facts.ts'
import { KINDS, labelsIn, PEOPLE } from './facts.ts'

/** The data for filing, editing and previewing a request, loaded in one round trip. */
export interface FilingContext {
  category: IntakeCategory
  /** Includes the rates for comparing amounts: today's, or those of the day a request in progress was submitted. */
  form: FormDefinition
  /** The form's answers as they are stored, whatever their original spelling. */
  kept(given: Answers): Answers
  /** The same for filing, without answers that tasks ask for later. */
  filed(given: Answers): Answers
  /** When approvers are asked: as the category says, otherwise the company. */
  approvalMode: ApprovalMode
  workflows: WorkflowCandidate[]
  /** Names of the company's objects among the answers' ids. A missing id is unknown or foreign. */
  names: Map<string, string>
  /** Whether an id in an answer to this question type belongs to the company and matches what the question asks for. */
  isKnown(type: QuestionType, id: string): boolean
  /** The types of documents among the answers' ids. */
  documentTypes: ReadonlyMap<string, readonly string[]>
  /** Members among these ids, and everyone whom planning may name. */
  people: PlanFacts['organisation']['people']
  /** For the departments in the answers and those of the requester. */
  departmentApprovers: PlanFacts['organisation']['departmentApprovers']
  /** The facts for any answers to this form, for the requester or another one loaded with it. */
  factsOf(answers: Answers, requestorUserId?: string): PlanFacts
  /** What the request's object needs to plan with these answers. */
  planningOf(answers: Answers): PlanningContext
}

interface Row {
  [column: string]: unknown
}

/** Someone outside the company has no place in it. */
const NO_PLACE = { managerUserId: null, departmentIds: '[]', businessUnitIds: '[]' }

// SQLite has no statistics here, and would otherwise scan all members of the company by primary key.
const DEPARTMENTS_OF = 'department_members INDEXED BY department_members_user'
const BUSINESS_UNITS_OF = 'business_unit_members INDEXED BY business_unit_members_user'

/**
 * One round trip: the form, the workflows, the people they name, the requester's place in the organization, and the
 * names behind the answers' ids. Cross joins and +company_id make SQLite find each row by its own key, so the rows read
 * depend on the request, not on the company. `formVersion` selects an earlier version of the form (for requests in
 * progress).
 */
export const loadFilingContext = async (
  context: StaffContext,
  request: {
    categoryId: string
    requestorUserId: string
    answers: Answers
    /** Other members to load: the request's future watchers. */
    memberIds?: readonly string[]
    /** Requesters to plan for with the same context, as in a replay. */
    others?: { requestorUserIds: string[]; answers: Answers[] }
    formVersion?: number
    /** For a request in progress: the workflow it started with, whose people are needed as well. */
    pinned?: WorkflowDefinition | null
    /** For a request from a public form being filed: the name of the requester, who isn't a member. */
    contactName?: string
    /** For a request in progress: the rates of the day it was submitted. */
    exchange?: Exchange | undefined
    /** Groups and people named by hand. */
    principalIds?: string[]
  },
): Promise<FilingContext> => {
  const { db, actor } = context
  const { companyId } = actor
  const pinned = JSON.stringify([
    ...(request.pinned ? principalsOf(request.pinned) : []),
    ...(request.principalIds ?? []),
  ])
  const requestors = JSON.stringify([
    ...new Set([request.requestorUserId, ...(request.others?.requestorUserIds ?? [])]),
  ])
  const answered = [request.answers, ...(request.others?.answers ?? [])].flatMap((answers) => Object.values(answers))
  const candidates = JSON.stringify(
    [
      ...new Set([...(request.memberIds ?? []), ...answered.flatMap(chosenIds), ...answered.flatMap(assigneesIn)]),
    ].slice(0, 5000),
  )
  const results = await db.readBatch([
    db.sql(
      `SELECT c.id, c.name, c.description, c.ordinal, c.is_read_only AS isReadOnly, c.type,
              c.enable_assignees AS enableAssignees, c.form_version AS formVersion, c.version,
              c.approval_mode AS approvalMode, f.definition
         FROM intake_categories c
         LEFT JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = COALESCE(?3, c.form_version)
        WHERE c.id = ?1 AND c.company_id = ?2 AND (c.deleted_at IS NULL OR ?3 IS NOT NULL)`,
      request.categoryId,
      companyId,
      request.formVersion ?? null,
    ),
    db.sql(
      `SELECT id, label, ordinal, version, definition FROM intake_workflows
        WHERE company_id = ? AND intake_category_id = ? AND deleted_at IS NULL ORDER BY ordinal`,
      companyId,
      request.categoryId,
    ),
    db.sql(
      `SELECT u.id, u.first_name || ' ' || u.last_name AS name, m.manager_user_id AS managerUserId,
              (SELECT json_group_array(department_id) FROM ${DEPARTMENTS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS departmentIds,
              (SELECT json_group_array(business_unit_id) FROM ${BUSINESS_UNITS_OF}
                WHERE company_id = m.company_id AND user_id = m.user_id) AS businessUnitIds
         FROM json_each(?2) j
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
         JOIN users u ON u.id = m.user_id
       UNION ALL
       SELECT s.requestor_user_id, s.requestor_name, NULL, '[]', '[]' FROM json_each(?2) j
        CROSS JOIN intake_submissions s ON s.company_id = ?1 AND s.requestor_user_id = j.value
        WHERE j.value LIKE 'contact-%'`,
      companyId,
      requestors,
    ),
    // Members of the groups that the workflows name.
    db.sql(
      `SELECT g.id AS groupId, g.name AS groupName, gm.user_id AS userId
         FROM groups g LEFT JOIN group_members gm ON gm.company_id = g.company_id AND gm.group_id = g.id
        WHERE +g.company_id = ?1 AND g.id IN (
          SELECT j.value FROM intake_workflows w, json_each(w.principal_ids) j
           WHERE w.company_id = ?1 AND w.intake_category_id = ?2 AND w.deleted_at IS NULL
          UNION SELECT value FROM json_each(?3))`,
      companyId,
      request.categoryId,
      pinned,
    ),
    // The matrices that the workflows use. A deleted one still serves the requests it started with.
    db.sql(
      `SELECT am.id, am.name, am.condition_columns AS conditionColumns, am.approver_columns AS approverColumns, am.rows
         FROM approver_matrices am
        WHERE +am.company_id = ?1 AND am.id IN (
          SELECT j.value FROM intake_workflows w, json_each(w.principal_ids) j
           WHERE w.company_id = ?1 AND w.intake_category_id = ?2 AND w.deleted_at IS NULL
          UNION SELECT value FROM json_each(?3))`,
      companyId,
      request.categoryId,
      pinned,
    ),
    // Approvers of the departments and business units in the answers or of the requester.
    db.sql(
      `SELECT 'department' AS kind, d.id AS unitId, d.name AS unitName, dm.user_id AS userId
         FROM departments d
         LEFT JOIN department_members dm
           ON dm.company_id = d.company_id AND dm.department_id = d.id AND dm.approves_requests = 1
        WHERE +d.company_id = ?1 AND d.id IN (
          SELECT value FROM json_each(?2) UNION
          SELECT department_id FROM ${DEPARTMENTS_OF}
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?3)))
       UNION ALL
       SELECT 'businessUnit', b.id, b.name, bm.user_id
         FROM business_units b
         LEFT JOIN business_unit_members bm
           ON bm.company_id = b.company_id AND bm.business_unit_id = b.id AND bm.approves_requests = 1
        WHERE +b.company_id = ?1 AND b.id IN (
          SELECT value FROM json_each(?2) UNION
          SELECT business_unit_id FROM ${BUSINESS_UNITS_OF}
           WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?3)))`,
      companyId,
      candidates,
      requestors,
    ),
    // Everyone whom planning may name: admins, the manager, approvers, group members, people in the definition.
    db.sql(
      `WITH principals(id) AS MATERIALIZED (
         SELECT j.value FROM intake_workflows w, json_each(w.principal_ids) j
          WHERE w.company_id = ?1 AND w.intake_category_id = ?2 AND w.deleted_at IS NULL
         UNION SELECT value FROM json_each(?6)),
       deciders(id) AS MATERIALIZED (
         SELECT user_id FROM company_memberships INDEXED BY company_memberships_admins
          WHERE company_id = ?1 AND has_admin_access = 1 AND disabled_at IS NULL
         UNION SELECT id FROM principals
         UNION SELECT gm.user_id FROM principals
                 CROSS JOIN group_members gm ON gm.company_id = ?1 AND gm.group_id = principals.id
         UNION SELECT j.value FROM principals
                 CROSS JOIN approver_matrices am ON am.id = principals.id AND +am.company_id = ?1, json_each(am.user_ids) j),
       units(id) AS MATERIALIZED (
         SELECT value FROM json_each(?3)
         UNION SELECT department_id FROM ${DEPARTMENTS_OF}
                WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?4))
         UNION SELECT business_unit_id FROM ${BUSINESS_UNITS_OF}
                WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?4))),
       wanted(id) AS MATERIALIZED (
         SELECT id FROM deciders
         UNION SELECT id FROM units
         UNION SELECT dm.user_id FROM units CROSS JOIN department_members dm
                   ON dm.company_id = ?1 AND dm.department_id = units.id AND dm.approves_requests = 1
         UNION SELECT bm.user_id FROM units CROSS JOIN business_unit_members bm
                   ON bm.company_id = ?1 AND bm.business_unit_id = units.id AND bm.approves_requests = 1
         UNION SELECT value FROM (SELECT value FROM json_each(?4) UNION SELECT ?5 UNION
                 SELECT manager_user_id FROM company_memberships
                  WHERE company_id = ?1 AND user_id IN (SELECT value FROM json_each(?4))))
       SELECT m.user_id AS id, u.first_name || ' ' || u.last_name AS name, m.disabled_at IS NOT NULL AS disabled,
              m.has_admin_access AS isAdmin
         FROM wanted CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = wanted.id
         JOIN users u ON u.id = m.user_id`,
      companyId,
      request.categoryId,
      candidates,
      requestors,
      actor.userId,
      pinned,
    ),
    ratesStatement(db, companyId, actor.company.currency, context.clock.now()),
    ...(candidates === '[]'
      ? []
      : [
          knownVendors(db, companyId, candidates),
          attachableDocuments(context, candidates),
          namesStatement(db, companyId, candidates),
        ]),
  ])
  const [
    categories,
    workflows,
    requestorRows,
    groupRows,
    matrixRows,
    unitRows,
    peopleRows,
    rateRows,
    vendorRows,
    ...nameRows
  ] = results.map((r) => r.results)
  const category = categories?.[0]
  if (!category) throw notFound('The category')
  const byRequestor = new Map((requestorRows ?? []).map((row) => [String(row.id), row]))
  if (request.contactName)
    byRequestor.set(request.requestorUserId, { ...NO_PLACE, id: request.requestorUserId, name: request.contactName })
  if (!byRequestor.has(request.requestorUserId)) throw notFound('The member')
  const { currency } = actor.company
  const form: FormDefinition = {
    ...((category.definition ? JSON.parse(String(category.definition)) : { steps: [] }) as FormDefinition),
    exchange: keepRates(request.exchange, exchangeOf(rateRows ?? [], currency, actor.policy.company.enableCurrencies)),
  }
  const kept = (given: Answers): Answers => keptAnswers(allQuestions(form), given, currency)
  const known = new Set((vendorRows ?? []).map((row) => String(row.id)))
  const names = namesOfRows(nameRows.flat())
  const kinds = new Map(nameRows.flat().flatMap((row) => (row?.kind ? [[String(row.id), row.kind]] : [])))
  const documentTypes = new Map(
    nameRows.flat().flatMap((row) => (row?.types ? [[String(row.id), JSON.parse(String(row.types)) as string[]]] : [])),
  )
  const people: PlanFacts['organisation']['people'] = {}
  for (const row of peopleRows ?? []) people[String(row.id)] = { name: String(row.name), disabled: row.disabled === 1 }
  for (const [personId, person] of Object.entries(people)) if (!names.has(personId)) names.set(personId, person.name)
  const organisation: PlanFacts['organisation'] = {
    people,
    departmentApprovers: unitsOf(unitRows, 'department'),
    businessUnitApprovers: unitsOf(unitRows, 'businessUnit'),
    groups: named(groupRows ?? [], 'groupId', 'groupName'),
    admins: (peopleRows ?? []).filter((row) => row.isAdmin === 1 && row.disabled !== 1).map((row) => String(row.id)),
    matrices: Object.fromEntries((matrixRows ?? []).map((row) => [String(row.id), toMatrix(row)])),
  }
  const requestorOf = (requestorUserId: string) => {
    const row = byRequestor.get(requestorUserId)
    if (!row) throw notFound('The member')
    const own = (column: string) => JSON.parse(String(row[column] ?? '[]')) as string[]
    const loaded: RequestLoaded = {
      form,
      own: { departmentIds: own('departmentIds'), businessUnitIds: own('businessUnitIds') },
      knownVendorIds: [...known],
    }
    const managerUserId = (row.managerUserId as string | null) ?? null
    return { requestor: { userId: String(row.id), name: String(row.name), managerUserId }, loaded }
  }
  return {
    category: toCategory(category as unknown as Parameters<typeof toCategory>[0]),
    form,
    kept,
    filed: (given) => filedAnswers(form, kept(given)),
    approvalMode: (category.approvalMode as ApprovalMode | null) ?? actor.company.requestApprovalMode,
    names,
    isKnown: (type, id) => (PEOPLE.includes(type) ? id in people : kinds.get(id) === KINDS[type]),
    documentTypes,
    people,
    departmentApprovers: organisation.departmentApprovers,
    workflows: (workflows ?? []).map((row) => ({
      id: String(row.id),
      label: String(row.label),
      ordinal: Number(row.ordinal),
      version: Number(row.version),
      definition: JSON.parse(String(row.definition)),
    })),
    factsOf: (given, requestorUserId = request.requestorUserId) => {
      const { requestor, loaded } = requestorOf(requestorUserId)
      const answers = dropHidden(form, given)
      return {
        requestor,
        onBehalfSubmitter: requestor.userId === actor.userId ? null : { userId: actor.userId, name: actor.name },
        known: answerFacts({ form, answers, labels: labelsIn(form, answers, names), loaded }),
        exchange: form.exchange,
        departmentApproverAssignees: chosenApprovers(form, answers),
        organisation,
      }
    },
    planningOf: (given) => {
      const { requestor, loaded } = requestorOf(request.requestorUserId)
      const labels = labelsIn(form, dropHidden(form, given), names)
      return { requestor, organisation, labels, exchange: form.exchange, loaded }
    },
  }
}

/** Documents that the person can attach: those they can read. */
const attachableDocuments = ({ db, actor }: StaffContext, candidates: string) =>
  db.sql(
    `SELECT d.id, 'documents' AS kind, d.display_name AS name, d.types FROM documents d
      WHERE d.id IN (SELECT value FROM json_each(?5)) AND ${READABLE_DOCUMENT}`,
    ...readableParams(actor),
    candidates,
  )

/** A vendor is new until a request for it was approved. */
const knownVendors = (db: StaffContext['db'], companyId: string, candidates: string) =>
  db.sql(
    `SELECT value AS id FROM json_each(?2) WHERE EXISTS (
       SELECT 1 FROM intake_submissions s WHERE s.company_id = ?1 AND s.vendor_id = value AND s.status = 'APPROVED')`,
    companyId,
    candidates,
  )

const named = (
  rows: Row[],
  idColumn: string,
  nameColumn: string,
): Record<string, { name: string; userIds: string[] }> => {
  const units: Record<string, { name: string; userIds: string[] }> = {}
  for (const row of rows) {
    const key = String(row[idColumn])
    units[key] ??= { name: String(row[nameColumn]), userIds: [] }
    if (row.userId) units[key].userIds.push(String(row.userId))
  }
  return units
}

const toMatrix = (row: Row): ApproverMatrix => ({
  name: String(row.name),
  conditionColumns: JSON.parse(String(row.conditionColumns)),
  approverColumns: JSON.parse(String(row.approverColumns)),
  rows: JSON.parse(String(row.rows)),
})

const unitsOf = (rows: Row[] | undefined, kind: string) =>
  named(
    (rows ?? []).filter((row) => row.kind === kind),
    'unitId',
    'unitName',
  )

/** What a run with these answers starts with. */
export const planFor = (filing: FilingContext, answers: Answers): PlanningContext => ({
  ...filing.planningOf(answers),
  definitions: chooseDefinitions(filing.workflows, filing.factsOf(answers), 'FIRST').definitions,
})
