import type { ApprovalActor, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { ExternalCounts, ExternalOutcome } from '../../../../schema/requests/external-requests/endpoints.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { ImportMapping } from '../../../../schema/shared/imports.ts'
import { type Currency, currency as currencyShape, DEFAULT_CURRENCY } from '../../../../schema/shared/money.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { newId } from '../../../core/clock.ts'
import { isGuardFailure } from '../../../core/database.ts'
import { idFrom } from '../../../core/hash.ts'
import { type ExternalRequestsJob, outboxStatement } from '../../../core/outbox.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { requestSubject } from '../submissions/index.ts'
import { type ExternalRequest, planRows } from './plan-rows.ts'

/**
 * Runs and undoes imports in steps. Each request gets its command under an id that the row always has, and each step's
 * results are kept with the progress, guarded by the previous one. So a step that runs twice takes effect once.
 */

const ROWS_AT_ONCE = 50
/** Well below the time limit of a job. The rest becomes another job. */
const BUDGET_MS = 40_000
/** How many requests are told at a time. */
const AT_ONCE = 5

interface Upload {
  id: string
  system: string
  status: 'RUNNING' | 'ROLLING_BACK'
  mapping: string
  doneRow: number
  counts: string
  categoryId: string
  formVersion: number
  definition: string
  currency: string
  flags: string
}

interface Row {
  number: number
  cells: string
  outcome: ExternalOutcome
  problems: string
  requestId: string | null
}

interface Step {
  context: OutboxContext
  job: ExternalRequestsJob
  companyId: string
  upload: Upload
}

const findUpload = ({ db }: OutboxContext, companyId: string, uploadId: string): Promise<Upload | null> =>
  db.first<Upload>(
    db.sql(
      `SELECT x.id, x.system, x.status, x.mapping, x.done_row AS doneRow, x.counts, c.id AS categoryId,
              c.form_version AS formVersion, f.definition, o.currency, o.flags
         FROM external_uploads x JOIN companies o ON o.id = x.company_id
         JOIN intake_categories c ON c.id = x.intake_category_id
         JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
        WHERE x.company_id = ? AND x.id = ? AND x.status IN ('RUNNING', 'ROLLING_BACK')`,
      companyId,
      uploadId,
    ),
  )

/** Someone of the platform's staff, with the rights to do this one thing. */
const actorOf = ({ companyId, job: { by } }: Step): ApprovalActor => ({
  kind: 'USER',
  companyId,
  userId: by.userId,
  name: by.name,
  impersonatorUserId: null,
  isAdmin: true,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: true,
  delegatorIds: [],
})

const exchangeOf = ({ currency, flags }: Upload): Exchange => ({
  currency: currencyShape.safeParse(currency).data ?? (DEFAULT_CURRENCY satisfies Currency),
  allowsOthers: readCompanyFlags(flags).enableCurrencies,
  rates: [],
})

/** The answers to the form's own questions that a decided request knows, and the names in them. */
const answersOf = (form: FormDefinition, request: ExternalRequest) => {
  const questions = allQuestions(form)
  const first = (type: string) => questions.find((question) => question.type === type)
  const [title, amount, vendor, due] = ['REQUEST_TITLE', 'REQUEST_AMOUNT', 'VENDOR_SELECT', 'DUE_DATE'].map(first)
  const answers: Answers = {}
  if (title) answers[title.id] = request.title
  if (amount && request.amount) answers[amount.id] = request.amount
  if (vendor && request.vendor) answers[vendor.id] = vendor.isMulti ? [request.vendor.id] : request.vendor.id
  if (due && request.due) answers[due.id] = request.due
  const labels = vendor && request.vendor ? { [vendor.id]: { [request.vendor.id]: request.vendor.name } } : {}
  return { answers, labels }
}

const NO_ORGANISATION: PlanningContext['organisation'] = {
  people: {},
  departmentApprovers: {},
  businessUnitApprovers: {},
  groups: {},
  admins: [],
  matrices: {},
}

/** Noon in UTC is the same day for nearly everyone. */
const instantOf = (day: string): number => Date.parse(`${day}T12:00:00Z`)

const requestIdOf = ({ upload }: Step, number: number): string => idFrom(`external-request\n${upload.id}\n${number}`)

const importRequest = async (step: Step, number: number, request: ExternalRequest): Promise<string | null> => {
  const { context, upload } = step
  const id = requestIdOf(step, number)
  const form = JSON.parse(upload.definition) as FormDefinition
  const { answers, labels } = answersOf(form, request)
  const loaded = { form, own: { departmentIds: [], businessUnitIds: [] }, newVendorIds: [] }
  const result = await approvalFor(context.env, requestSubject.kind, id).execute({
    commandId: `external-import-${id}`,
    actor: actorOf(step),
    planning: {
      requestor: { ...request.requester, managerUserId: null },
      organisation: NO_ORGANISATION,
      labels,
      loaded,
    },
    command: {
      type: 'import',
      targetType: requestSubject.targetType,
      targetId: id,
      requestor: request.requester,
      external: {
        system: upload.system,
        reference: request.reference,
        status: request.status,
        submittedAt: instantOf(request.submitted),
        completedAt: instantOf(request.decided),
      },
      source: { intakeCategoryId: upload.categoryId, formVersion: upload.formVersion },
      content: {
        title: request.title,
        amount: request.amount,
        vendorId: request.vendor?.id ?? null,
        dueDate: request.due,
        answers,
      },
    },
  })
  return result.ok ? null : result.refusal.message
}

const problem = (level: 'ERROR' | 'WARNING', message: string): string =>
  JSON.stringify([{ level, field: null, message }])

const runRows = async (step: Step, rows: Row[]): Promise<Row[]> => {
  const { context, companyId, upload } = step
  const planned = await planRows(
    context.db,
    rows.filter(({ outcome }) => outcome === 'CREATE').map((row) => ({ ...row, cells: JSON.parse(row.cells) })),
    {
      companyId,
      system: upload.system,
      mapping: JSON.parse(upload.mapping) as ImportMapping,
      exchange: exchangeOf(upload),
      seen: null,
    },
  )
  const plans = new Map(planned.map((row) => [row.number, row]))
  return inTurns(rows, async (row) => {
    const plan = plans.get(row.number)
    // Refused by the check, or changed since.
    if (!plan) return row
    if (!plan.request) return { ...row, outcome: 'FAILED', problems: JSON.stringify(plan.problems) }
    const refusal = await importRequest(step, row.number, plan.request)
    if (refusal !== null) return { ...row, outcome: 'FAILED', problems: problem('ERROR', refusal) }
    return { ...row, outcome: 'CREATED', requestId: requestIdOf(step, row.number) }
  })
}

/** What people have added to a request besides its own content. ?1 is the company, `r.value` the request. */
const ADDED = [
  "SELECT 'comments' FROM threads t WHERE t.company_id = ?1 AND t.target_type = 'INTAKE_SUBMISSION' AND t.target_id = r.value",
  "SELECT 'documents' FROM document_links t WHERE t.company_id = ?1 AND t.target_type = 'INTAKE_SUBMISSION' AND t.target_id = r.value",
  "SELECT 'services' FROM intake_submission_services t WHERE t.company_id = ?1 AND t.submission_id = r.value",
  "SELECT 'vendors' FROM intake_submission_vendors t WHERE t.company_id = ?1 AND t.intake_submission_id = r.value",
]

const takeBackRows = async (step: Step, rows: Row[]): Promise<Row[]> => {
  const { context, companyId } = step
  const { db } = context
  const added = await db.all<{ id: string; what: string }>(
    db.sql(
      `SELECT r.value AS id, (${ADDED.map((sql) => `SELECT * FROM (${sql} LIMIT 1)`).join(' UNION ALL ')} LIMIT 1) AS what
         FROM json_each(?2) r`,
      companyId,
      JSON.stringify(rows.map(({ requestId }) => requestId)),
    ),
  )
  const whatOf = new Map(added.map(({ id, what }) => [id, what]))
  return inTurns(rows, async (row) => {
    const id = row.requestId ?? ''
    const what = whatOf.get(id)
    if (what) return { ...row, outcome: 'KEPT', problems: problem('WARNING', `The request has ${what}`) }
    const result = await approvalFor(context.env, requestSubject.kind, id).execute({
      commandId: `external-undo-${id}`,
      actor: actorOf(step),
      // Its first event is the import. Anything after it is someone's.
      command: { type: 'delete', seenSequence: 1 },
    })
    if (result.ok || result.refusal.reason === 'DELETED') return { ...row, outcome: 'REMOVED', problems: '[]' }
    return { ...row, outcome: 'KEPT', problems: problem('WARNING', result.refusal.message) }
  })
}

const inTurns = async (rows: Row[], work: (row: Row) => Promise<Row>): Promise<Row[]> => {
  const done: Row[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE)
    done.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map(work))))
  return done
}

const counted = (counts: ExternalCounts, before: Row[], after: Row[]): ExternalCounts => {
  const next = { ...counts }
  const add = (outcome: ExternalOutcome, by: number) => {
    next[outcome] = (next[outcome] ?? 0) + by
    if (next[outcome] === 0) delete next[outcome]
  }
  for (const { outcome } of before) add(outcome, -1)
  for (const { outcome } of after) add(outcome, 1)
  return next
}

/** @returns the upload after the step, or null if it is finished */
const makeStep = async (step: Step): Promise<Upload | null> => {
  const { context, companyId, upload } = step
  const { db, clock } = context
  const isRun = upload.status === 'RUNNING'
  const rows = await db.all<Row>(
    db.sql(
      `SELECT number, cells, outcome, problems, request_id AS requestId FROM external_upload_rows
        WHERE company_id = ? AND upload_id = ? AND number > ? AND outcome = ? ORDER BY number LIMIT ${ROWS_AT_ONCE}`,
      companyId,
      upload.id,
      upload.doneRow,
      isRun ? 'CREATE' : 'CREATED',
    ),
  )
  const progress = (more: string, ...params: unknown[]) => [
    db.sql(
      `UPDATE external_uploads SET ${more} WHERE company_id = ?1 AND id = ?2 AND status = ?3 AND done_row = ?4`,
      companyId,
      upload.id,
      upload.status,
      upload.doneRow,
      ...params,
    ),
    db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> 1'),
  ]
  if (rows.length === 0) {
    const status = isRun ? 'DONE' : 'ROLLED_BACK'
    await db.batch(progress('status = ?5, finished_at = ?6, version = version + 1', status, clock.now()))
    return null
  }
  const done = isRun ? await runRows(step, rows) : await takeBackRows(step, rows)
  const next = {
    ...upload,
    doneRow: rows.at(-1)?.number ?? upload.doneRow,
    counts: JSON.stringify(counted(JSON.parse(upload.counts) as ExternalCounts, rows, done)),
  }
  await db.batch([
    ...progress('done_row = ?5, counts = ?6', next.doneRow, next.counts),
    db.sql(
      `INSERT INTO external_upload_rows (company_id, upload_id, number, cells, reference, outcome, problems, request_id)
       SELECT ?1, ?2, value ->> 'number', '', '', value ->> 'outcome', value ->> 'problems', value ->> 'requestId'
         FROM json_each(?3) WHERE 1
       ON CONFLICT (company_id, upload_id, number) DO UPDATE SET outcome = excluded.outcome,
         problems = excluded.problems, request_id = excluded.request_id`,
      companyId,
      upload.id,
      JSON.stringify(
        done.map(({ number, outcome, problems, requestId }) => ({ number, outcome, problems, requestId })),
      ),
    ),
  ])
  return next
}

/** Throws the error of a step. The outbox retries later and continues after the last step. */
export const runExternalRequests: OutboxHandler<'external-requests.run'> =
  async (context) =>
  async ({ companyId, payload: job }) => {
    const { db, env, clock } = context
    const until = clock.now() + BUDGET_MS
    let upload = await findUpload(context, companyId, job.uploadId)
    while (upload && clock.now() < until) {
      try {
        upload = await makeStep({ context, job, companyId, upload })
      } catch (error) {
        // Another runner was ahead and continues.
        if (isGuardFailure(error)) return
        throw error
      }
    }
    if (!upload) return
    const next = {
      id: newId(),
      companyId,
      topic: 'external-requests.run' as const,
      payload: job,
      createdAt: clock.now(),
    }
    await db.batch([outboxStatement(db, [next])])
    await nudgeOutbox(env, [next])
  }
