import { addressLines, durationLines, isMoney, isRecord } from '../../../../schema/requests/forms/answer-words.ts'
import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerValue, Question } from '../../../../schema/requests/forms/form.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import type { ColumnAnswer } from '../../../../schema/requests/lists/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { CustomColumn, CustomColumns } from '../../../../schema/vendors/settings/columns.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import type { ListedVendor, VendorListQuery } from '../../../../schema/vendors/vendors/list-endpoints.ts'
import { namesOfRows as namesOfAnswers } from '../../../core/object-names.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { afterSql, orderSql, orderTerms } from '../../../core/order.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { Params } from '../../../core/params.ts'
import { wordExpressions, wordsOf } from '../../platform/search/index.ts'
import { type AnswersOf, answersSo } from '../../requests/lists/index.ts'
import { columnNamesSql } from './column-names.ts'
import { labelsOf } from './form.ts'
import { storedVendor, toVendorRow, vendorColumns } from './rows.ts'

/** A page of the vendor list: its own rows, and the names in its custom columns, each once. */

/** The columns of each sort order. The last one makes it unique. */
const SORTS = {
  name: ['lower(v.name)', 'v.id'],
  createdAt: ['v.created_at', 'v.id'],
  next12ServiceSpend: ['v.next12_sort', 'v.id'],
  servicesCount: ['v.services_count', 'v.id'],
} as const

const STATUS = {
  ACTIVE: 'v.archived_at IS NULL',
  ALL: null,
  ARCHIVED: 'v.archived_at IS NOT NULL',
  ACTION_REQUIRED: "v.archived_at IS NULL AND (v.owner_ids = '[]' OR v.payment_method IS NULL)",
} as const

const hex = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

const OF_VENDORS: AnswersOf = { section: 'vendorFormFields', table: 'vendor_answer_values', column: 'vendor_id' }

/** Vendors of the company whose names match all words of the text. */
const searchCondition = (text: string, companyId: string, bind: Params['bind']): string => {
  const words = wordsOf(text)
  if (words.length === 0) return 'SELECT NULL AS id WHERE 0'
  const scope = `scope : "${String.fromCharCode(57344)}VENDOR${hex(companyId)}"`
  const match = [scope, ...wordExpressions(words).map((word) => `(${word})`)].join(' AND ')
  return `SELECT e.target_id AS id FROM search_index h CROSS JOIN search_entries e ON e.id = h.rowid AND e.company_id = ?1
     WHERE h.search_index MATCH ${bind(match)}`
}

/** The same columns as copied to `l`, the links of an owner or a category. */
const LINK_SORTS = {
  name: { columns: ['l.vendor_key', 'l.vendor_id'], index: 'vendor_links_target' },
  createdAt: { columns: ['l.created_at', 'l.vendor_id'], index: 'vendor_links_created' },
  next12ServiceSpend: { columns: ['l.next12_sort', 'l.vendor_id'], index: 'vendor_links_spend' },
  servicesCount: { columns: ['l.services_count', 'l.vendor_id'], index: 'vendor_links_services' },
} as const

/** The person reading a list. */
export interface ListReader {
  db: Pick<StaffContext['db'], 'sql'>
  actor: StaffContext['actor']
  clock: Pick<StaffContext['clock'], 'now'>
}

interface Page {
  /** The page with these columns of a vendor `v`. Its limit is multiplied by this factor. */
  select: (columns: string, times?: string) => string
  /** The sort columns. */
  keys: string[]
  params: unknown[]
}

/** One page of vendors in order. */
const pageOf = ({ actor }: Pick<StaffContext, 'actor'>, input: VendorListQuery): Page => {
  const params = new Params(actor.companyId)
  const { bind } = params
  const asked = input.orderBy?.by.length ? input.orderBy : { by: ['name' as const], dir: input.orderBy?.dir ?? [] }
  const by = asked.by[0] ?? 'name'
  const status = STATUS[input.filter]
  const where: string[] = status ? [status] : []
  // Filters with few matches are applied first and sorted afterwards.
  const sets = [
    ...(input.search ? [searchCondition(input.search, actor.companyId, bind)] : []),
    ...(input.answerFilters?.length ? answersSo(OF_VENDORS, input.answerFilters, bind) : []),
  ]
  // The vendors of an owner or a category are read in order from their links.
  const lead =
    sets.length === 0
      ? (input.ownerId && { kind: 'OWNER', id: input.ownerId }) ||
        (input.vendorCategoryId && { kind: 'CATEGORY', id: input.vendorCategoryId }) ||
        null
      : null
  const linked = (kind: 'CATEGORY' | 'OWNER', id: string | undefined) => {
    if (!id || lead?.kind === kind) return
    where.push(`EXISTS (SELECT 1 FROM vendor_links k WHERE k.company_id = ?1 AND k.vendor_id = v.id
                          AND k.kind = '${kind}' AND k.target_id = ${bind(id)})`)
  }
  linked('CATEGORY', input.vendorCategoryId)
  linked('OWNER', input.ownerId)
  if (input.paymentMethod) where.push(`v.payment_method = ${bind(input.paymentMethod)}`)
  for (const set of sets.slice(1)) where.push(`v.id IN (${set})`)
  // A company's vendor names are unique, so their own index has them in order.
  const isWhole = by === 'name' && input.filter === 'ALL'
  const sorted = orderTerms(asked, 'ASC', (field) => (lead ? LINK_SORTS[field].columns : SORTS[field]).slice(0, -1))
  const unique = { column: lead ? 'l.vendor_id' : 'v.id', direction: sorted[0]?.direction ?? 'ASC' }
  const terms = isWhole && !lead ? sorted.slice(0, 1) : [...sorted, unique]
  const columns = terms.map(({ column }) => column)
  if (input.cursor) where.push(afterSql(terms, decodeCursor(input.cursor, columns.length).map(bind)))
  const from = lead
    ? `vendor_links l INDEXED BY ${LINK_SORTS[by].index} CROSS JOIN vendors v ON v.id = l.vendor_id
        WHERE l.company_id = ?1 AND l.kind = '${lead.kind}' AND l.target_id = ${bind(lead.id)}`
    : sets[0]
      ? `(${sets[0]}) found CROSS JOIN vendors v ON v.id = found.id WHERE v.company_id = ?1`
      : 'vendors v WHERE v.company_id = ?1'
  const limit = bind(input.first + 1)
  const select: Page['select'] = (selected, times = '1') =>
    `SELECT ${selected} FROM ${from} ${where.map((condition) => `AND ${condition}`).join(' ')}
      ${orderSql(terms)} LIMIT ${limit} * ${times}`
  return { select, keys: columns, params: params.values }
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

/** A page, the names in its custom columns, and the columns themselves. The benchmarks measure them too. */
export const pageStatements = (reader: ListReader, input: VendorListQuery): D1PreparedStatement[] => {
  const { select, keys, params } = pageOf(reader, input)
  const shown = [{ section: 'vendorFormFields' as const, answers: 'page.answers' }]
  return [
    ...[
      select(`json_array(${keys.join(', ')}) AS sortKey, ${vendorColumns(reader.clock.now())}`),
      columnNamesSql('vendorColumns', shown, ['answers'], (times) => select('v.answers', times)),
    ].map((sql) => reader.db.sql(sql, ...params)),
    ...columnStatements(reader),
  ]
}

/** One round trip, with about as many rows as the page has vendors. */
export const readPage = async (context: StaffContext, input: VendorListQuery): Promise<Connection<ListedVendor>> => {
  const [found, answered, fields, stored] = await context.db.batch(pageStatements(context, input))
  const answerNames = namesOfAnswers(answered?.results ?? [])
  const columns = columnsOfRows(fields?.results[0]?.definition, stored?.results[0]?.definition)
  const shown = toConnection(
    (found?.results ?? []) as { sortKey: string }[],
    input.first,
    (row) => JSON.parse(row.sortKey) as (string | number | null)[],
    (row) => row,
  )
  const edges = await Promise.all(
    shown.edges.map(async ({ cursor, node }) => {
      const vendor = storedVendor(node)
      const customColumns = columns.map(({ column, question }, ordinal) => ({
        ...{ questionId: column.questionId, columnName: column.columnName, ordinal, type: question.type },
        answers: cellOf(question, vendor.answers[question.id] ?? null, answerNames),
      }))
      return { cursor, node: { ...(await toVendorRow(context, vendor)), customColumns } }
    }),
  )
  return { ...shown, edges }
}
