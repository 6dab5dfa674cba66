import type { ExternalProblem } from '../../../../schema/requests/external-requests/endpoints.ts'
import { EXTERNAL_FIELDS, type ExternalFieldKey } from '../../../../schema/requests/external-requests/fields.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { ImportMapping } from '../../../../schema/shared/imports.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import type { Database } from '../../../core/database.ts'
import { amount, date, emailAddress, type Parser, text, word } from '../../../core/import-cells.ts'

/** What a row of a file means in the company as it is now. The check shows it, and the run does it. */

export interface RowToPlan {
  number: number
  cells: string[]
}

/** A decided request, with the company's own people and vendors. */
export interface ExternalRequest {
  reference: string
  title: string
  requester: { userId: string; name: string }
  status: 'APPROVED' | 'REJECTED'
  /** Calendar dates. */
  submitted: string
  decided: string
  amount: Money | null
  vendor: { id: string; name: string } | null
  due: string | null
}

export interface PlannedRow {
  number: number
  reference: string
  problems: ExternalProblem[]
  /** Null if the row has errors. */
  request: ExternalRequest | null
}

const STATUSES: ReadonlyMap<string, ExternalRequest['status']> = new Map(
  Object.entries({
    APPROVED: 'APPROVED',
    COMPLETED: 'APPROVED',
    COMPLETE: 'APPROVED',
    DONE: 'APPROVED',
    REJECTED: 'REJECTED',
    DECLINED: 'REJECTED',
    DENIED: 'REJECTED',
  }),
)

const status: Parser = (value) => {
  const known = STATUSES.get(word(value))
  return known
    ? { value: known }
    : { message: `${value} is neither approved nor rejected. Requests without a decision can’t be imported` }
}

const parsersOf = (exchange: Exchange): Record<ExternalFieldKey, Parser> => ({
  reference: text(200),
  title: text(500),
  requester: emailAddress,
  status,
  submitted: date,
  decided: date,
  amount: amount(exchange, { needsRate: false }),
  vendor: text(200),
  due: date,
})

interface Read {
  number: number
  values: Partial<Record<ExternalFieldKey, unknown>>
  problems: ExternalProblem[]
}

const error = (field: ExternalFieldKey | null, message: string): ExternalProblem => ({ level: 'ERROR', field, message })

const readRow = (
  { number, cells }: RowToPlan,
  mapping: ImportMapping,
  parsers: Record<ExternalFieldKey, Parser>,
): Read => {
  const values: Read['values'] = {}
  const problems: ExternalProblem[] = []
  for (const { key, isRequired } of EXTERNAL_FIELDS) {
    const column = mapping.indexOf(key)
    const cell = column < 0 ? '' : (cells[column] ?? '')
    if (cell === '') {
      if (isRequired) problems.push(error(key, 'Required'))
      continue
    }
    const parsed = parsers[key](cell)
    if ('message' in parsed) problems.push(error(key, parsed.message))
    else values[key] = parsed.value
  }
  return { number, values, problems }
}

interface Known {
  members: Map<string, { userId: string; name: string }>
  vendors: Map<string, { id: string; name: string }>
  /** References of the same system that were imported and not undone. */
  imported: Set<string>
}

const lower = (value: string): string => value.toLowerCase()
const textsOf = (rows: Read[], key: ExternalFieldKey): string =>
  JSON.stringify([...new Set(rows.flatMap(({ values }) => (values[key] as string | undefined) ?? []))])

const readKnown = async (db: Database, companyId: string, system: string, rows: Read[]): Promise<Known> => {
  const [members, vendors, imported] = await db.batch([
    db.sql(
      `SELECT m.email_key AS email, u.id AS userId, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name
         FROM json_each(?2) w CROSS JOIN company_memberships m INDEXED BY company_memberships_email
           ON m.company_id = ?1 AND m.email_key = w.value CROSS JOIN users u ON u.id = m.user_id`,
      companyId,
      textsOf(rows, 'requester'),
    ),
    db.sql(
      `SELECT v.id, v.name FROM json_each(?2) w CROSS JOIN vendors v ON v.company_id = ?1 AND lower(v.name) = lower(w.value)`,
      companyId,
      textsOf(rows, 'vendor'),
    ),
    db.sql(
      `SELECT r.reference FROM json_each(?2) w
        CROSS JOIN external_upload_rows r INDEXED BY external_upload_rows_reference
           ON r.company_id = ?1 AND r.reference = w.value AND r.outcome = 'CREATED'
        CROSS JOIN external_uploads x ON x.id = r.upload_id AND lower(x.system) = lower(?3)`,
      companyId,
      textsOf(rows, 'reference'),
      system,
    ),
  ])
  const rowsOf = <Row>(result: { results: unknown[] } | undefined) => (result?.results ?? []) as Row[]
  return {
    members: new Map(
      rowsOf<{ email: string; userId: string; name: string }>(members).map(({ email, ...person }) => [email, person]),
    ),
    vendors: new Map(rowsOf<{ id: string; name: string }>(vendors).map((vendor) => [lower(vendor.name), vendor])),
    imported: new Set(rowsOf<{ reference: string }>(imported).map(({ reference }) => reference)),
  }
}

const planRow = ({ number, values, problems }: Read, known: Known, seen: Map<string, number> | null): PlannedRow => {
  const reference = String(values.reference ?? '')
  const before = reference ? seen?.get(reference) : undefined
  if (before !== undefined) problems.push(error('reference', `Row ${before} has the same reference`))
  else if (reference) seen?.set(reference, number)
  if (reference && known.imported.has(reference)) problems.push(error('reference', `${reference} was already imported`))
  const email = values.requester as string | undefined
  const requester = email === undefined ? undefined : known.members.get(email)
  if (email !== undefined && !requester) problems.push(error('requester', `${email} is no member of the company`))
  const vendorName = values.vendor as string | undefined
  const vendor = vendorName === undefined ? undefined : known.vendors.get(lower(vendorName))
  if (vendorName !== undefined && !vendor) {
    const message = `The company has no vendor ${vendorName}, so the request is imported without a vendor`
    problems.push({ level: 'WARNING', field: 'vendor', message })
  }
  const submitted = values.submitted as string | undefined
  const decided = (values.decided as string | undefined) ?? submitted
  if (submitted !== undefined && decided !== undefined && decided < submitted)
    problems.push(error('decided', 'It was decided before it was submitted'))
  if (problems.some(({ level }) => level === 'ERROR') || !requester || !submitted || !decided)
    return { number, reference, problems, request: null }
  return {
    number,
    reference,
    problems,
    request: {
      reference,
      title: String(values.title),
      requester,
      status: values.status as ExternalRequest['status'],
      submitted,
      decided,
      amount: (values.amount as Money | undefined) ?? null,
      vendor: vendor ?? null,
      due: (values.due as string | undefined) ?? null,
    },
  }
}

/** @param seen collects the references of the file. Null when earlier rows of the file are imported already */
export const planRows = async (
  db: Database,
  rows: readonly RowToPlan[],
  {
    companyId,
    system,
    mapping,
    exchange,
    seen,
  }: {
    companyId: string
    system: string
    mapping: ImportMapping
    exchange: Exchange
    seen: Map<string, number> | null
  },
): Promise<PlannedRow[]> => {
  const parsers = parsersOf(exchange)
  const read = rows.map((row) => readRow(row, mapping, parsers))
  const known = await readKnown(db, companyId, system, read)
  return read.map((row) => planRow(row, known, seen))
}
