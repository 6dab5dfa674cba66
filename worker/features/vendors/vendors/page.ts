import { addressLines, durationLines, isMoney, isRecord } from '../../../../schema/requests/forms/answer-words.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, Question } from '../../../../schema/requests/forms/form.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import type { ColumnAnswer } from '../../../../schema/requests/lists/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { CustomColumn, CustomColumns } from '../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import type { vendorFilters } from '../../../../schema/vendors/vendors/filters.ts'
import type { ListedVendor, VendorListQuery } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import type { VENDOR_SORT_FIELDS } from '../../../../schema/vendors/vendors/values.ts'
import { amountSo } from '../../../core/list/conditions.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListReader, ListRows } from '../../../core/list/rows.ts'
import { namesOfRows as namesOfAnswers } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Params } from '../../../core/params.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { allWordsSql, wordsOf } from '../../platform/search/index.ts'
import { type AnswersOf, answersSo } from '../../requests/lists/index.ts'
import { columnNamesSql } from './column-names.ts'
import { labelsOf } from './form.ts'
import { next12So, referredBy, storedVendor, toVendorRow, vendorColumns } from './rows.ts'

/** The list of vendors: where it is in order, its filters, and its pages. See worker/core/list/page.ts. */

type Sort = (typeof VENDOR_SORT_FIELDS)[number]

const OWN = {
  from: 'vendors v',
  id: 'v.id',
  sorts: {
    name: { columns: ['lower(v.name)'], isUnique: true },
    createdAt: { columns: ['v.created_at'] },
    next12ServiceSpend: { columns: ['v.next12_sort'] },
    last12Spend: { columns: ['v.last12_spend'] },
    servicesCount: { columns: ['v.services_count'] },
    owners: { columns: ['v.owner_key'], index: 'vendors_by_owner' },
    vendorCategories: { columns: ['v.category_key'], index: 'vendors_by_category' },
    connectedDepartments: { columns: ['v.department_key'], index: 'vendors_by_department' },
    paymentMethod: { columns: ["coalesce(v.payment_method, '')"], index: 'vendors_by_payment' },
  },
} as const

/** The same columns as copied to `l`, the links of an owner or a category. */
const LINKS = {
  from: 'vendor_links l',
  id: 'l.vendor_id',
  sorts: {
    name: { columns: ['l.vendor_key'], index: 'vendor_links_target' },
    createdAt: { columns: ['l.created_at'], index: 'vendor_links_created' },
    next12ServiceSpend: { columns: ['l.next12_sort'], index: 'vendor_links_spend' },
    last12Spend: { columns: ['l.last12_spend'], index: 'vendor_links_last12' },
    servicesCount: { columns: ['l.services_count'], index: 'vendor_links_services' },
  },
} as const

const STATUS = {
  ACTIVE: 'v.archived_at IS NULL',
  ALL: null,
  ARCHIVED: 'v.archived_at IS NOT NULL',
  WITHOUT_OWNER: "v.archived_at IS NULL AND v.owner_ids = '[]'",
  ACTION_REQUIRED: "v.archived_at IS NULL AND (v.owner_ids = '[]' OR v.payment_method IS NULL)",
} as const

/** Filters that have an index of their own in the other orders. */
const LED = ['filter', 'ownerId', 'vendorCategoryId', 'paymentMethod'] as const

const hex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

const OF_VENDORS: AnswersOf = { section: 'vendorFormFields', table: 'vendor_answer_values', column: 'vendor_id' }

/** If more vendors are found, they are read in the order of the list. Fewer are sorted once all are found. */
const MOST_FOUND = 150
const ARE_MORE = `((SELECT COUNT(*) FROM searched) > ${MOST_FOUND})`

/** The company's vendors whose names match all words of the text: some of them as a table, and a condition on each. */
const searchOf = (text: string, companyId: string, bind: Params['bind']) => {
  const words = wordsOf(text)
  const scope = bind(`scope : "${String.fromCharCode(57344)}VENDOR${hex(companyId)}"`)
  // Nothing is found by a text without words.
  const matches = `h.search_index MATCH (SELECT text FROM expression) ${words.length > 0 ? '' : 'AND 0'}`
  const all = `SELECT e.target_id AS id FROM search_index h CROSS JOIN search_entries e ON e.id = h.rowid AND e.company_id = ?1
     WHERE ${matches}`
  return {
    all,
    tables: [
      `expression(text) AS MATERIALIZED (SELECT ${scope} || coalesce(${allWordsSql(words, bind)}, ''))`,
      `searched(id) AS MATERIALIZED (${all} LIMIT ${MOST_FOUND + 1})`,
    ],
    each: `(NOT ${ARE_MORE} OR EXISTS (SELECT 1 FROM search_entries e CROSS JOIN search_index h ON h.rowid = e.id
      WHERE e.kind = 'VENDOR' AND e.target_id = v.id AND ${matches}))`,
  }
}

export const vendorRows: ListRows<VendorListQuery, keyof typeof vendorFilters, Sort> = {
  own: OWN,
  join: (id) => `vendors v ON v.id = ${id}`,
  usual: () => 'name',
  // Its own row, and that of an index.
  looks: 2,
  clauses: ({ reader: { actor, clock }, input, by, isOnly, bind, is }) => {
    const search = input.search ? searchOf(input.search, actor.companyId, bind) : null
    // By several fields, all that are found are sorted.
    const inSteps = isOnly ? search : null
    const searched = search && !inSteps ? [search.all] : []
    const answered = input.answerFilters?.length ? answersSo(OF_VENDORS, input.answerFilters, bind) : []
    // Filters with few matches are applied first and sorted afterwards.
    const [set] = [...searched, ...answered]
    const among = (each: string) => (each === set && !inSteps ? null : `v.id IN (${each})`)
    const linked = (kind: 'CATEGORY' | 'OWNER', id: string | undefined) =>
      id
        ? `EXISTS (SELECT 1 FROM vendor_links k WHERE k.company_id = ?1 AND k.vendor_id = v.id
             AND k.kind = '${kind}' AND k.target_id = ${bind(id)})`
        : null
    // The vendors of an owner or a category are read in order from their links.
    const lead = input.ownerId
      ? ({ serves: ['ownerId'], kind: 'OWNER', id: input.ownerId } as const)
      : ({ serves: ['vendorCategoryId'], kind: 'CATEGORY', id: input.vendorCategoryId } as const)
    // Links aren't in the order of groups, in which the vendors themselves are read.
    const isInLinks = by in LINKS.sorts
    const leads = !set && !inSteps && lead.id && isInLinks
    const isOfMost = input.filter === 'ACTIVE' || input.filter === 'ALL'
    return {
      ...(inSteps
        ? {
            walks: [
              { set: `SELECT id FROM searched WHERE NOT ${ARE_MORE}` },
              // For no company if those are all.
              { way: OWN, company: `CASE WHEN ${ARE_MORE} THEN ?1 END` },
            ],
          }
        : set
          ? { walks: [{ set }], areFew: true }
          : leads
            ? {
                walks: [{ way: LINKS, where: [`l.kind = '${lead.kind}'`, `l.target_id = ${bind(lead.id)}`] }],
                serves: lead.serves,
              }
            : {}),
      conditions: {
        search: inSteps ? inSteps.each : searched.map(among),
        answerFilters: answered.map(among),
        filter: STATUS[input.filter],
        ownerId: linked('OWNER', input.ownerId),
        vendorCategoryId: linked('CATEGORY', input.vendorCategoryId),
        paymentMethod: is('v.payment_method', input.paymentMethod),
        amount: next12So(input.amount, clock.now(), bind),
        last12Amount: amountSo(input.last12Amount, 'v.last12_spend', bind(actor.company.currency), bind),
      },
      ...(search && { tables: search.tables }),
      mostPass: isInLinks ? LED : isOfMost ? ['filter'] : [],
      // A company's vendor names are unique, so their own index has them in order.
      isUnique: by === 'name' && input.filter === 'ALL' && !leads,
    }
  },
}

type Answered = ColumnAnswer['answers']

/** An answer as a cell of a list shows it. */
export const cellOf = (question: Question, value: AnswerValue, names: ReadonlyMap<string, string>): Answered => {
  if (isBlank(value) || value === null) return []
  const labels = labelsOf(question, value, names)
  if (labels.length > 0) {
    const ids = chosenIds(value)
    return labels.map((label, index) => ({ id: ids[index] ?? null, value: label, currency: null }))
  }
  const plain = (text: string | number | boolean): Answered => [{ id: null, value: text, currency: null }]
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'string' ? plain(each) : []))
  if (!isRecord(value)) return plain(value)
  if (isMoney(value)) return [{ id: null, value: value.value, currency: value.currency }]
  const lines = 'years' in value ? durationLines(value) : addressLines(value)
  return lines.length > 0 ? plain(lines.join(', ')) : []
}

export interface ListColumnsOf {
  columns: { column: CustomColumn; question: Question }[]
}

/** The custom columns with their fields. */
export const columnStatements = ({ db, actor }: ListReader): D1PreparedStatement[] => [
  db.sql("SELECT definition FROM custom_form_fields WHERE company_id = ? AND vendor_category_id = ''", actor.companyId),
  db.sql('SELECT definition FROM vendor_service_custom_columns WHERE company_id = ?', actor.companyId),
]

export const columnsOfRows = (fields: unknown, columns: unknown): ListColumnsOf['columns'] => {
  if (typeof fields !== 'string' || typeof columns !== 'string') return []
  const questions = new Map(
    (JSON.parse(fields) as CustomFormFields).vendorFormFields.map((question) => [question.id, question]),
  )
  return (JSON.parse(columns) as CustomColumns).vendorColumns.flatMap((column) => {
    const question = questions.get(column.questionId)
    return question ? [{ column, question }] : []
  })
}

/** A page, the names in its custom columns, and the columns themselves. */
export const vendorPage = (reader: ListReader, input: VendorListQuery) => {
  const page = pageOf(vendorRows, reader, input)
  const shown = [{ section: 'vendorFormFields' as const, answers: 'page.answers' }]
  const names = columnNamesSql(
    'vendorColumns',
    shown,
    ['answers'],
    (times) => page.part('v.answers', times),
    page.tables,
  )
  const statements = [pageSql(page, vendorColumns(reader.clock.now())), names]
  return {
    ...page,
    statements: [...statements.map((sql) => reader.db.sql(sql, ...page.params)), ...columnStatements(reader)],
  }
}

/** Two round trips: about as many rows as the page has vendors, and one for each name. */
export const readPage = async (context: StaffContext, input: VendorListQuery): Promise<Connection<ListedVendor>> => {
  const page = vendorPage(context, input)
  const [found, answered, fields, stored] = await context.db.batch(page.statements)
  const answerNames = namesOfAnswers(answered?.results ?? [])
  const columns = columnsOfRows(fields?.results[0]?.definition, stored?.results[0]?.definition)
  const shown = toPage(page, found?.results ?? [], input.first, (row) => storedVendor(row))
  const names = await readReferredNames(
    context.db,
    context.actor.companyId,
    referredBy(shown.edges.map(({ node }) => node)),
  )
  const edges = await Promise.all(
    shown.edges.map(async ({ cursor, node: vendor }) => {
      const customColumns = columns.map(({ column, question }, ordinal) => ({
        ...{ questionId: column.questionId, columnName: column.columnName, ordinal, type: question.type },
        answers: cellOf(question, vendor.answers[question.id] ?? null, answerNames),
      }))
      return { cursor, node: { ...(await toVendorRow(context, vendor, names)), customColumns } }
    }),
  )
  return { ...shown, edges }
}
