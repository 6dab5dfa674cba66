import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { chooseDefinitions, type WorkflowCandidate } from '../../../../schema/approvals/engine/plan.ts'
import type { WorkflowDefinition } from '../../../../schema/approvals/workflows/definition.ts'
import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import type { IntakeCategory } from '../../../../schema/requests/endpoints.ts'
import { assigneesIn, chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { Answers, FormDefinition, QuestionType } from '../../../../schema/requests/forms/form.ts'
import { filedAnswers, keptAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { unusedTypes } from '../../../../schema/requests/forms/unused-questions.ts'
import { allQuestions, dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import { type Exchange, keepRates } from '../../../../schema/shared/exchange.ts'
import type { BatchResults } from '../../../core/database.ts'
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
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import { exchangeOf, ratesStatement } from '../../platform/currency-rates/index.ts'
import { toCategory } from '../categories/index.ts'
import { usableStatement } from '../proposed-vendors/index.ts'
import { answerFacts, chosenApprovers, type RequestLoaded } from './answer-facts.ts'
import { isReference, KINDS, labelsIn, PEOPLE } from './facts.ts'
import { type Brought, newVendors, vendorsBrought } from './request-vendors.ts'

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
  /** Vendors, services and documents among the answers' ids that are archived. */
  archived: ReadonlySet<string>
  /** The types of documents among the answers' ids. */
  documentTypes: ReadonlyMap<string, readonly string[]>
  /** Members among these ids, and everyone whom planning may name. */
  people: PlanFacts['organisation']['people']
  /** For the departments in the answers and those of the requester. */
  departmentApprovers: PlanFacts['organisation']['departmentApprovers']
  /** The facts for any answers to this form, for the requester or another one loaded with it. */
  /** @param filedAt as for `Filing` */
  factsOf(answers: Answers, requestorUserId?: string, filedAt?: number): PlanFacts
  /** What the request's object needs to plan with these answers. */
  planningOf(answers: Answers): PlanningContext
}

/** Someone outside the company has no place in it. */
const NO_PLACE = { managerUserId: null, departmentIds: [], businessUnitIds: [] }

/** SQL of what the workflows of the categories ?2 of company ?1 name. */
const WORKFLOW_PRINCIPALS = `SELECT j.value AS id
   FROM json_each(?2) c CROSS JOIN intake_workflows w ON w.company_id = ?1 AND w.intake_category_id = c.value
  CROSS JOIN json_each(w.principal_ids) j WHERE w.deleted_at IS NULL`

/** What is filed, edited, previewed or planned again. */
export interface Filing {
  categoryId: string
  requestorUserId: string
  answers: Answers
  /** Other members to load: the request's future watchers. */
  memberIds?: readonly string[]
  /** Requesters to plan for with the same context, as in a replay. */
  others?: { requestorUserIds: string[]; answers: Answers[] }
  /** An earlier version of the form, for a request in progress. */
  formVersion?: number
  /** That form, if it is known already: then only answers that name something are looked up. */
  form?: FormDefinition
  /** For a request in progress: the workflow it started with, whose people are needed as well. */
  pinned?: WorkflowDefinition | null
  /** For a request from a public form being filed: the name of the requester, who isn't a member. */
  contactName?: string
  /** For a request in progress: the rates of the day it was submitted. */
  exchange?: Exchange | undefined
  /** Groups and people named by hand. */
  principalIds?: string[]
  /** For a request that was filed before: when, in UTC milliseconds. A vendor that it brought stays new for it. */
  filedAt?: number
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const requestorsOf = (filings: readonly Filing[]): string[] =>
  unique(filings.flatMap(({ requestorUserId, others }) => [requestorUserId, ...(others?.requestorUserIds ?? [])]))

const valuesOf = ({ answers, others, form }: Filing): unknown[] =>
  form
    ? allQuestions(form).flatMap(({ id, type }) => (isReference(type) ? [answers[id]] : []))
    : [answers, ...(others?.answers ?? [])].flatMap((each) => Object.values(each))

/** The ids in answers that may be objects of the company. */
const candidatesOf = (filings: readonly Filing[]): string[] => {
  const answered = filings.flatMap(valuesOf)
  const memberIds = filings.flatMap((filing) => filing.memberIds ?? [])
  return unique([...memberIds, ...answered.flatMap(chosenIds), ...answered.flatMap(assigneesIn)]).slice(0, 5000)
}

/**
 * For one round trip: the forms, the workflows, the people they name, the requesters' places in the organization, and
 * the names behind the answers' ids.
 */
export const filingStatements = (context: StaffContext, filings: readonly Filing[]): D1PreparedStatement[] => {
  const { db, actor } = context
  const { companyId } = actor
  const requestors = requestorsOf(filings)
  const candidates = candidatesOf(filings)
  const listed = JSON.stringify(candidates)
  const categories = JSON.stringify(unique(filings.map(({ categoryId }) => categoryId)))
  const forms = new Map(
    filings.map(({ categoryId, formVersion = null }) => [`${categoryId} ${formVersion}`, { categoryId, formVersion }]),
  )
  return [
    db.sql(
      `SELECT c.id, c.name, c.description, c.ordinal, c.is_read_only AS isReadOnly, c.type,
              c.enable_assignees AS enableAssignees, c.form_version AS formVersion, c.version,
              c.approval_mode AS approvalMode, f.definition, j.value ->> 'formVersion' AS wantedVersion
         FROM json_each(?1) j
        CROSS JOIN intake_categories c ON c.id = j.value ->> 'categoryId' AND +c.company_id = ?2
         LEFT JOIN intake_form_versions f
           ON f.intake_category_id = c.id AND f.version = COALESCE(j.value ->> 'formVersion', c.form_version)
        WHERE c.deleted_at IS NULL OR j.value ->> 'formVersion' IS NOT NULL`,
      JSON.stringify([...forms.values()]),
      companyId,
    ),
    db.sql(
      `SELECT w.intake_category_id AS categoryId, w.id, w.label, w.ordinal, w.version, w.definition
         FROM json_each(?2) c CROSS JOIN intake_workflows w ON w.company_id = ?1 AND w.intake_category_id = c.value
        WHERE w.deleted_at IS NULL ORDER BY w.ordinal`,
      companyId,
      categories,
    ),
    // Requesters from public forms, who aren't members.
    db.sql(
      `SELECT s.requestor_user_id AS id, s.requestor_name AS name FROM json_each(?2) j
        CROSS JOIN intake_submissions s INDEXED BY intake_submissions_requestor ON s.company_id = ?1 AND s.requestor_user_id = j.value
        WHERE j.value LIKE 'contact-%'`,
      companyId,
      JSON.stringify(requestors),
    ),
    ...organisationStatements(db, {
      companyId,
      principals: WORKFLOW_PRINCIPALS,
      of: categories,
      pinned: filings.flatMap(({ pinned, principalIds }) => [
        ...(pinned ? principalsOf(pinned) : []),
        ...(principalIds ?? []),
      ]),
      units: candidates,
      requestors,
      people: [actor.userId, ...candidates],
    }),
    ratesStatement(db, companyId, actor.company.currency, context.clock.now()),
    vendorsBrought(db, companyId, candidates),
    attachableDocuments(context, listed),
    // One that is a vendor now has the vendor's name, which comes last.
    ...[usableStatement(context, candidates)].filter((statement) => statement !== null),
    namesStatement(db, companyId, listed),
  ]
}

type Rows = readonly Record<string, unknown>[]

/**
 * One for each, in order. Throws NOT_FOUND when it is asked for, if its category or requester is gone.
 * @param results those of the statements
 */
export const filingContexts = (
  { actor }: Pick<StaffContext, 'actor'>,
  filings: readonly Filing[],
  results: BatchResults,
): (() => FilingContext)[] => {
  const [categories = [], workflows = [], contacts = [], ...rest]: Rows[] = results.map((r) => r.results)
  const { organisation, requestors: members } = organisationOf(results.slice(3, 3 + ORGANISATION_STATEMENTS))
  const [rateRows = [], vendorRows = [], ...nameRows] = rest.slice(ORGANISATION_STATEMENTS)
  const outside = contacts.map((row) => ({ userId: String(row.id), name: String(row.name) }))
  const { currency } = actor.company
  const today = exchangeOf(rateRows, currency, actor.policy.company.enableCurrencies)
  const brought = vendorRows as unknown as Brought[]
  const named = nameRows.flat()
  const names = namesOfRows(named)
  const kinds = new Map(named.flatMap((row) => (row.kind ? [[String(row.id), row.kind]] : [])))
  const archived = new Set(named.flatMap((row) => (row.isArchived === 1 ? [String(row.id)] : [])))
  const documentTypes = new Map(
    named.flatMap((row) => (row.types ? [[String(row.id), JSON.parse(String(row.types)) as string[]]] : [])),
  )
  const { people } = organisation
  for (const [personId, person] of Object.entries(people)) if (!names.has(personId)) names.set(personId, person.name)

  return filings.map((filing) => () => {
    const { categoryId, formVersion = null, requestorUserId: requestorId, contactName } = filing
    const category = categories.find((row) => row.id === categoryId && row.wantedVersion === formVersion)
    if (!category) throw notFound('The category')
    const contact = contactName ? [{ userId: requestorId, name: contactName }] : []
    const byRequestor = new Map<string, Requestor>([
      ...members,
      ...[...outside, ...contact].map((one): [string, Requestor] => [one.userId, { ...NO_PLACE, ...one }]),
    ])
    if (!byRequestor.has(requestorId)) throw notFound('The member')
    const form: FormDefinition = {
      ...((category.definition ? JSON.parse(String(category.definition)) : { steps: [] }) as FormDefinition),
      exchange: keepRates(filing.exchange, today),
      unused: unusedTypes(actor.policy.company),
    }
    const kept = (given: Answers): Answers => keptAnswers(allQuestions(form), given, currency)
    const requestorOf = (userId: string, filedAt = filing.filedAt) => {
      const found = byRequestor.get(userId)
      if (!found) throw notFound('The member')
      const { departmentIds, businessUnitIds, ...requestor } = found
      const newVendorIds = newVendors(brought, filedAt)
      const loaded: RequestLoaded = { form, own: { departmentIds, businessUnitIds }, newVendorIds }
      return { requestor, loaded }
    }
    return {
      category: toCategory(category as unknown as Parameters<typeof toCategory>[0]),
      form,
      kept,
      filed: (given) => filedAnswers(form, kept(given)),
      approvalMode: (category.approvalMode as ApprovalMode | null) ?? actor.company.requestApprovalMode,
      names,
      isKnown: (type, id) => (PEOPLE.includes(type) ? Object.hasOwn(people, id) : kinds.get(id) === KINDS[type]),
      archived,
      documentTypes,
      people,
      departmentApprovers: organisation.departmentApprovers,
      workflows: workflows
        .filter((row) => row.categoryId === categoryId)
        .map((row) => ({
          id: String(row.id),
          label: String(row.label),
          ordinal: Number(row.ordinal),
          version: Number(row.version),
          definition: JSON.parse(String(row.definition)),
        })),
      factsOf: (given, userId = requestorId, filedAt = filing.filedAt) => {
        const { requestor, loaded } = requestorOf(userId, filedAt)
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
        const { requestor, loaded } = requestorOf(requestorId)
        const labels = labelsIn(form, dropHidden(form, given), names)
        return { requestor, organisation, labels, exchange: form.exchange, loaded }
      },
    }
  })
}

/** Several in one round trip. */
export const loadFilingContexts = async (
  context: StaffContext,
  filings: readonly Filing[],
): Promise<(() => FilingContext)[]> =>
  filingContexts(context, filings, await context.db.readBatch(filingStatements(context, filings)))

/** Throws NOT_FOUND if its category or requester is gone. */
export const loadFilingContext = async (context: StaffContext, filing: Filing): Promise<FilingContext> => {
  const [found] = await loadFilingContexts(context, [filing])
  if (!found) throw notFound('The category')
  return found()
}

/** Documents that the person can attach: those they can read. */
const attachableDocuments = ({ db, actor }: StaffContext, candidates: string) =>
  db.sql(
    `SELECT d.id, 'documents' AS kind, d.display_name AS name, d.types, d.archived_at IS NOT NULL AS isArchived
       FROM documents d
      WHERE d.id IN (SELECT value FROM json_each(?5)) AND ${readableDocument()}`,
    ...readableParams(actor),
    candidates,
  )

/** What a run with these answers starts with. */
export const planFor = (filing: FilingContext, answers: Answers): PlanningContext => ({
  ...filing.planningOf(answers),
  definitions: chooseDefinitions(filing.workflows, filing.factsOf(answers), 'FIRST').definitions,
})
