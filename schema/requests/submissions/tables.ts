import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)

export const intakeCategories = sqliteTable(
  'intake_categories',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    ordinal: integer('ordinal').notNull(),
    type: text('type', { enum: ['INTERNAL', 'PUBLIC', 'VENDOR', 'CUSTOM_VENDOR_FORM', 'SERVICE', 'SERVICE_ITEM'] })
      .notNull()
      .default('INTERNAL'),
    isReadOnly: flag('is_read_only'),
    enableAssignees: flag('enable_assignees'),
    /** The newest row of intake_form_versions, or 0 before the first save. */
    formVersion: integer('form_version').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** When its approvers are asked. Null uses the company's setting. */
    approvalMode: text('approval_mode', { enum: ['EACH_LEVEL_GROUP', 'ALL_AT_ONCE'] }),
    /** The custom columns of its list: DashboardColumn[] as JSON. */
    dashboardColumns: text('dashboard_columns').notNull().default('[]'),
    /** For sourcing forms: whether their senders are checked to be people. */
    requirePersonCheck: flag('require_person_check'),
  },
  (t) => [
    index('intake_categories_order').on(t.companyId, t.ordinal).where(sql`deleted_at IS NULL`),
    uniqueIndex('intake_categories_name').on(t.companyId, sql`lower(${t.name})`).where(sql`deleted_at IS NULL`),
  ],
)

/** Requests of a category: all that were filed, undecided ones, and drafts. Kept by triggers. */
export const categoryRequestCounts = sqliteTable(
  'category_request_counts',
  {
    companyId: text('company_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    filed: integer('filed').notNull().default(0),
    open: integer('open').notNull().default(0),
    drafts: integer('drafts').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.intakeCategoryId] })],
)

export const intakeCategoryOwners = sqliteTable(
  'intake_category_owners',
  {
    companyId: text('company_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.intakeCategoryId, t.userId] }),
    index('intake_category_owners_user').on(t.companyId, t.userId),
  ],
)

/** Immutable versions of a category's form: a FormDefinition as JSON. */
export const intakeFormVersions = sqliteTable(
  'intake_form_versions',
  {
    intakeCategoryId: text('intake_category_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    definition: text('definition').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.intakeCategoryId, t.version] })],
)

/** The forms that have, or had, a question with choices. */
export const formQuestions = sqliteTable(
  'form_questions',
  {
    questionId: text('question_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    companyId: text('company_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.questionId, t.intakeCategoryId] })],
)

/** The numbered batches of one save (form steps or a submission) until all of them have arrived. */
export const saveBatches = sqliteTable(
  'save_batches',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    transactionId: text('transaction_id').notNull(),
    batch: integer('batch').notNull(),
    totalBatches: integer('total_batches').notNull(),
    purpose: text('purpose').notNull(),
    payload: text('payload').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.transactionId, t.batch] }),
    index('save_batches_age').on(t.createdAt),
    check('save_batches_range', sql`${t.batch} >= 1 AND ${t.batch} <= ${t.totalBatches}`),
  ],
)

export const intakeWorkflows = sqliteTable(
  'intake_workflows',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    label: text('label').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** A WorkflowDefinition as JSON. Earlier versions are in intake_workflow_versions. */
    definition: text('definition').notNull(),
    /** JSON list of every group and person in the definition, so that planning loads them in the same round trip. */
    principalIds: text('principal_ids').notNull().default('[]'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [index('intake_workflows_category').on(t.companyId, t.intakeCategoryId, t.ordinal)],
)

export const intakeWorkflowVersions = sqliteTable(
  'intake_workflow_versions',
  {
    intakeWorkflowId: text('intake_workflow_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    definition: text('definition').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.intakeWorkflowId, t.version] })],
)

/**
 * One row per request. Commands write draft fields. From submission on, everything the approval decides (status,
 * progress, waiting, versions) is a projection of the request's ApprovalObject, guarded by `projectedSequence`.
 */
export const intakeSubmissions = sqliteTable(
  'intake_submissions',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    number: integer('number').notNull(),
    intakeCategoryId: text('intake_category_id').notNull(),
    formVersion: integer('form_version').notNull(),
    title: text('title').notNull(),
    requestorUserId: text('requestor_user_id').notNull(),
    /** "First Last", stored for sorting by name. */
    requestorName: text('requestor_name').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    isDraft: flag('is_draft'),
    /** A draft's answers (JSON by question id). Null once submitted, when intake_answers has them. */
    draftAnswers: text('draft_answers'),
    status: text('status', { enum: ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] })
      .notNull()
      .default('PENDING'),
    archivedAt: integer('archived_at'),
    /** The share of decided blocks, 0 to 100. */
    progress: integer('progress').notNull().default(0),
    /** Who is being waited for, for the list: JSON list of { label, since, people: [{ id, name }] }. */
    waitingFor: text('waiting_for').notNull().default('[]'),
    /** JSON lists of { id, name }. `approved_by` may have the number of one in request_texts. */
    approvedBy: text('approved_by').notNull().default('[]'),
    rejectedBy: text('rejected_by').notNull().default('[]'),
    amountValue: integer('amount_value'),
    amountCurrency: text('amount_currency'),
    vendorId: text('vendor_id'),
    dueDate: text('due_date'),
    // Keyset pages compare sort keys, and nothing compares with NULL, so missing values get a key below all others.
    dueSort: text('due_sort').generatedAlwaysAs(sql`coalesce(due_date, '')`),
    /** The version of the answers. It rises with each edit, and an approval names the one it is based on. */
    version: integer('version').notNull().default(1),
    run: integer('run').notNull().default(0),
    /** For the run: { workflow, skipped } as JSON, for the screen that says why, or the number of a text in request_texts. */
    plan: text('plan'),
    currentLevelSince: integer('current_level_since'),
    lastEvent: text('last_event').notNull().default(''),
    lastEventAt: integer('last_event_at'),
    createdAt: integer('created_at').notNull(),
    submittedAt: integer('submitted_at'),
    completedAt: integer('completed_at'),
    deletedAt: integer('deleted_at'),
    updatedAt: integer('updated_at').notNull(),
    /** The last event in the object's log that this row includes. */
    projectedSequence: integer('projected_sequence').notNull().default(0),
    /** A draft's watchers (JSON list of user ids). Those of a request are in request_participants. */
    draftWatcherUserIds: text('draft_watcher_user_ids'),
    /** Who takes care of the whole request, if its category has assignees. */
    assigneeUserId: text('assignee_user_id'),
    /** How long it had each status: JSON list of { status, at, until }, without gaps since submission. */
    statusHistory: text('status_history').notNull().default('[]'),
    /** The sender on a public form, who isn't in the company. Null for requests of members. */
    contactName: text('contact_name'),
    contactEmail: text('contact_email'),
    /** A draft's notes (JSON by question id). Null if there are none, and once submitted. */
    draftNotes: text('draft_notes'),
    /** In the company's currency, at the rate of the day of submission. Null if there is no rate. */
    companyAmount: integer('company_amount'),
    amountSort: integer('amount_sort').generatedAlwaysAs(sql`coalesce(company_amount, -1)`),
    /** Set if a vendor filled in the form: the row of vendor_form_invitations. */
    vendorFormId: text('vendor_form_id'),
  },
  (t) => [
    uniqueIndex('intake_submissions_number').on(t.companyId, t.number),
    index('intake_submissions_created').on(t.companyId, t.isDraft, t.createdAt, t.number),
    index('intake_submissions_category').on(t.companyId, t.isDraft, t.intakeCategoryId, t.createdAt, t.number),
    index('intake_submissions_status').on(t.companyId, t.isDraft, t.status, t.createdAt, t.number),
    // A vendor's id, and a person's, is in one company or few.
    index('intake_submissions_requestor').on(t.requestorUserId, t.isDraft, t.createdAt, t.number),
    index('intake_submissions_name').on(t.companyId, t.isDraft, t.requestorName, t.number),
    index('intake_submissions_amount').on(t.companyId, t.isDraft, t.amountSort, t.number),
    index('intake_submissions_unpriced')
      .on(t.companyId, t.id)
      .where(sql`company_amount IS NULL AND amount_value IS NOT NULL`),
    index('intake_submissions_due').on(t.companyId, t.isDraft, t.dueSort, t.number),
    index('intake_submissions_author')
      .on(t.companyId, t.createdByUserId, t.createdAt, t.number)
      .where(sql`is_draft = 1`),
    index('intake_submissions_vendor')
      .on(t.vendorId, t.status, t.intakeCategoryId, t.isDraft, t.createdAt, t.number)
      .where(sql`vendor_id IS NOT NULL`),
    index('intake_submissions_of_vendor')
      .on(t.vendorId, t.isDraft, t.createdAt, t.number)
      .where(sql`vendor_id IS NOT NULL`),
    index('intake_submissions_assignee')
      .on(t.companyId, t.assigneeUserId, t.isDraft, t.createdAt, t.number)
      .where(sql`assignee_user_id IS NOT NULL`),
    index('intake_submissions_archived')
      .on(t.companyId, t.isDraft, t.createdAt, t.number)
      .where(sql`archived_at IS NOT NULL`),
    index('intake_submissions_contact')
      .on(t.companyId, t.isDraft, t.createdAt, t.number)
      .where(sql`contact_email IS NOT NULL`),
    index('intake_submissions_pending')
      .on(t.companyId, t.intakeCategoryId, t.createdAt, t.id)
      .where(sql`status = 'PENDING' AND is_draft = 0 AND archived_at IS NULL AND deleted_at IS NULL`),
  ],
)

/** Submitted answers, one row per question and version. */
export const intakeAnswers = sqliteTable(
  'intake_answers',
  {
    submissionId: text('submission_id').notNull(),
    version: integer('version').notNull(),
    questionId: text('question_id').notNull(),
    /** Empty: the request has it. Only older rows have it as well. */
    companyId: text('company_id').notNull(),
    /** JSON. */
    value: text('value').notNull(),
    note: text('note').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.submissionId, t.version, t.questionId] })],
)

/** Requests with a vendor other than their own in an answer of any version, kept by triggers. Some may no longer have it. */
export const answerVendors = sqliteTable(
  'answer_vendors',
  {
    companyId: text('company_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    submissionId: text('submission_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.vendorId, t.submissionId] })],
)

/**
 * How long each decided request of a member took, and the departments in which its requester then was; '' is the whole
 * company. Kept by triggers.
 */
export const requestDecisions = sqliteTable(
  'request_decisions',
  {
    companyId: text('company_id').notNull(),
    requestorUserId: text('requestor_user_id').notNull(),
    decidedAt: integer('decided_at').notNull(),
    /** The request's. */
    number: integer('number').notNull(),
    tookMs: integer('took_ms').notNull(),
    /** JSON. */
    unitIds: text('unit_ids').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.requestorUserId, t.decidedAt, t.number] })],
)

/** How many of them took how long, by the month (UTC, yyyy-mm) of the decision. Kept by triggers. */
export const decisionMonths = sqliteTable(
  'decision_months',
  {
    companyId: text('company_id').notNull(),
    unitId: text('unit_id').notNull(),
    month: text('month').notNull(),
    /**
     * JSON by key: "480" is how many took 480 minutes or a little more. Near the ends of a month, where the month depends
     * on the time zone, the key also has the quarter of an hour of the decision since 1970: "480 1991234".
     */
    counts: text('counts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.unitId, t.month] })],
)

/** Vendors that people link to a request, besides those in its answers. */
export const intakeSubmissionVendors = sqliteTable(
  'intake_submission_vendors',
  {
    companyId: text('company_id').notNull(),
    intakeSubmissionId: text('intake_submission_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.intakeSubmissionId, t.vendorId] }),
    index('intake_submission_vendors_vendor').on(t.companyId, t.vendorId, t.createdAt, t.intakeSubmissionId),
  ],
)

/** A person's saved filters for the list of requests. */
export const savedRequestFilters = sqliteTable(
  'saved_request_filters',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    label: text('label').notNull(),
    /** The query string of the list's address, without the question mark. */
    queryString: text('query_string').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [uniqueIndex('saved_request_filters_label').on(t.companyId, t.userId, sql`lower(${t.label})`)],
)
