import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import type { sentFormFilters } from '../../../../schema/vendors/vendor-forms/filters.ts'
import {
  type ListedForm,
  listFormsCsv,
  type SentFormQuery,
  sentFormList,
} from '../../../../schema/vendors/vendor-forms/list-endpoints.ts'
import { type FormFilter, STATUS_WORDS } from '../../../../schema/vendors/vendor-forms/values.ts'
import { actingFor } from '../../../core/actor.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Way } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { type FormRow, formColumns, toSentForm } from './form-row.ts'
import { mayManage, mayRead, seesAll } from './manage.ts'

/** The list of forms that were sent to vendors, and its file. */

type Sort = (typeof sentFormList.sorts)[number]
type Filter = keyof typeof sentFormFilters | 'mayRead'

const wayBy = (index: string) =>
  ({
    from: 'vendor_form_invitations i',
    id: 'i.id',
    sorts: { createdAt: { columns: ['i.created_at'], index, usual: 'DESC' } },
  }) as const satisfies Way<Sort>
const OWN = wayBy('vendor_form_invitations_created')
const OF_VENDOR = wayBy('vendor_form_invitations_vendor')
const OF_OWNER = wayBy('vendor_form_invitations_owner')
const OF_STATUS = wayBy('vendor_form_invitations_status')

const EXISTS = 'i.deleted_at IS NULL'

/** What the company has to do with a form. */
const WHICH: Record<FormFilter, string> = {
  NEEDS_ATTENTION: "i.status = 'PENDING' AND i.sent_back_at IS NULL",
  SUBMITTED: "i.status IN ('PENDING', 'REJECTED')",
  APPROVED: "i.status = 'APPROVED'",
}

const CLOSED = '(i.archived_at IS NOT NULL OR i.revoked_at IS NOT NULL)'
const STATES: Record<SentFormQuery['filter'], string | null> = {
  ACTIVE: `NOT ${CLOSED}`,
  ACTION_REQUIRED: `NOT ${CLOSED}`,
  ALL: null,
  ARCHIVED: CLOSED,
}

const nameOf = (table: string, column: string): string => `(SELECT name FROM ${table} WHERE id = i.${column})`

export const sentFormRows: ListRows<SentFormQuery, Filter, Sort> = {
  own: OWN,
  join: (id) => `vendor_form_invitations i ON i.id = ${id}`,
  usual: () => 'createdAt',
  looks: 2,
  clauses: ({ reader: { actor }, input, bind, is }) => {
    const text = input.search ? bind(input.search) : null
    const user = bind(actor.userId)
    const actsFor = bind(JSON.stringify(actingFor(actor)))
    const conditions = {
      search:
        text &&
        `(${containsText(nameOf('intake_categories', 'intake_category_id'), text)} OR ${containsText(nameOf('vendors', 'vendor_id'), text)})`,
      filter: [
        STATES[input.filter],
        input.filter === 'ACTION_REQUIRED'
          ? `EXISTS (SELECT 1 FROM request_participants p WHERE p.company_id = ?1 AND p.target_type = 'INTAKE_SUBMISSION'
               AND p.target_id = i.intake_submission_id AND p.user_id = ${user} AND p.action_since IS NOT NULL)`
          : null,
      ],
      which: input.which ? WHICH[input.which] : null,
      status: is('i.status', input.status),
      vendorId: is('i.vendor_id', input.vendorId),
      ownerId: is('i.owner_user_id', input.ownerId),
      mayRead: seesAll(actor)
        ? null
        : mayRead({ user, seesAll: '0', ownedCategories: bind(JSON.stringify(actor.ownedCategoryIds)), actsFor }),
    }
    const [way, serves] = input.vendorId
      ? ([OF_VENDOR, 'vendorId'] as const)
      : input.ownerId
        ? ([OF_OWNER, 'ownerId'] as const)
        : input.status
          ? ([OF_STATUS, 'status'] as const)
          : ([OWN, null] as const)
    return {
      walks: [{ way, where: [serves && conditions[serves], EXISTS] }],
      ...(serves && { serves: [serves] }),
      conditions,
      mostPass: input.filter === 'ACTIVE' ? ['filter'] : [],
    }
  },
}

const person = (part: string): string => `(SELECT ${part} FROM users WHERE id = i.owner_user_id)`
const COLUMNS = `${formColumns({
  category: nameOf('intake_categories', 'intake_category_id'),
  description: '(SELECT description FROM intake_categories WHERE id = i.intake_category_id)',
  vendor: `coalesce(${nameOf('vendors', 'vendor_id')}, 'Removed vendor')`,
  owner: person,
})}, coalesce((SELECT owner_ids FROM vendors WHERE id = i.vendor_id), '[]') AS vendorOwnerIds`

const readPage = async (context: StaffContext, input: SentFormQuery) => {
  const page = pageOf(sentFormRows, context, input)
  const rows = await context.db.all<FormRow & { vendorOwnerIds: string }>(
    context.db.sql(pageSql(page, COLUMNS), ...page.params),
  )
  return toPage(page, rows, input.first, (row): ListedForm => {
    return { ...toSentForm(row, context.actor.company, mayManage(context, row)), id: row.id }
  })
}

const HEADER = [
  'Form',
  'Vendor',
  'Status',
  'Sent to',
  'Email',
  'Sent by',
  timeColumn('Created'),
  timeColumn('Submitted'),
]

const lineOf = (form: ListedForm): string[] => [
  form.intakeCategory.name,
  form.vendor.name,
  form.revokedAt ? 'Closed' : form.archived ? 'Archived' : STATUS_WORDS[form.status],
  form.recipientName,
  form.email ?? '',
  fullName(form.owner),
  timeInFile(form.createdAt),
  form.submittedAt ? timeInFile(form.submittedAt) : '',
]

export const sentFormOperations = listOperations({
  list: sentFormList,
  rows: sentFormRows,
  access: 'vendor-forms.use',
  read: readPage,
  file: listFormsCsv,
  columns: () => ({ header: () => HEADER, linesOf: (form) => [lineOf(form)] }),
})
