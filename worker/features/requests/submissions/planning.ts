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
import {
  ORGANISATION_STATEMENTS,
  organisationOf,
  organisationStatements,
  type Requestor,
} from '../../approvals/engine/index.ts'
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

/** Someone outside the company has no place in it. */
const NO_PLACE = { managerUserId: null, departmentIds: [], businessUnitIds: [] }

/** SQL of what the workflows of category ?2 of company ?1 name. */
const WORKFLOW_PRINCIPALS = `SELECT j.value AS id FROM intake_workflows w, json_each(w.principal_ids) j
  WHERE w.company_id = ?1 AND w.intake_category_id = ?2 AND w.deleted_at IS NULL`

/**
 * One round trip: the form, the workflows, the people they name, the requester's place in the organization, and the
 * names behind the answers' ids. `formVersion` selects an earlier version of the form (for requests in progress).
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
  const pinned = [...(request.pinned ? principalsOf(request.pinned) : []), ...(request.principalIds ?? [])]
  const requestors = [...new Set([request.requestorUserId, ...(request.others?.requestorUserIds ?? [])])]
  const answered = [request.answers, ...(request.others?.answers ?? [])].flatMap((answers) => Object.values(answers))
  const candidates = [
    ...new Set([...(request.memberIds ?? []), ...answered.flatMap(chosenIds), ...answered.flatMap(assigneesIn)]),
  ].slice(0, 5000)
  const listed = JSON.stringify(candidates)
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
    // Requesters from public forms, who aren't members.
    db.sql(
      `SELECT s.requestor_user_id AS id, s.requestor_name AS name FROM json_each(?2) j
        CROSS JOIN intake_submissions s ON s.company_id = ?1 AND s.requestor_user_id = j.value
        WHERE j.value LIKE 'contact-%'`,
      companyId,
      JSON.stringify(requestors),
    ),
    ...organisationStatements(db, {
      companyId,
      principals: WORKFLOW_PRINCIPALS,
      of: request.categoryId,
      pinned,
      units: candidates,
      requestors,
      people: [actor.userId],
    }),
    ratesStatement(db, companyId, actor.company.currency, context.clock.now()),
    ...(candidates.length === 0
      ? []
      : [
          knownVendors(db, companyId, listed),
          attachableDocuments(context, listed),
          namesStatement(db, companyId, listed),
        ]),
  ])
  const [categories, workflows, contacts, ...rest] = results.map((r) => r.results)
  const { organisation, requestors: members } = organisationOf(results.slice(3, 3 + ORGANISATION_STATEMENTS))
  const [rateRows, vendorRows, ...nameRows] = rest.slice(ORGANISATION_STATEMENTS)
  const category = categories?.[0]
  if (!category) throw notFound('The category')
  const outside = (contacts ?? []).map((row) => ({ userId: String(row.id), name: String(row.name) }))
  if (request.contactName) outside.push({ userId: request.requestorUserId, name: request.contactName })
  const byRequestor = new Map<string, Requestor>([
    ...members,
    ...outside.map((contact): [string, Requestor] => [contact.userId, { ...NO_PLACE, ...contact }]),
  ])
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
  const { people } = organisation
  for (const [personId, person] of Object.entries(people)) if (!names.has(personId)) names.set(personId, person.name)
  const requestorOf = (requestorUserId: string) => {
    const found = byRequestor.get(requestorUserId)
    if (!found) throw notFound('The member')
    const { departmentIds, businessUnitIds, ...requestor } = found
    const loaded: RequestLoaded = { form, own: { departmentIds, businessUnitIds }, knownVendorIds: [...known] }
    return { requestor, loaded }
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

/** What a run with these answers starts with. */
export const planFor = (filing: FilingContext, answers: Answers): PlanningContext => ({
  ...filing.planningOf(answers),
  definitions: chooseDefinitions(filing.workflows, filing.factsOf(answers), 'FIRST').definitions,
})
