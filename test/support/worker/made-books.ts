import { env } from 'cloudflare:workers'
import {
  type BookDocument,
  type BookKind,
  type BookLine,
  type BookObject,
  type BooksSystem,
  bookDocument,
  bookObject,
  type DocumentKind,
} from '../../../schema/platform/accounting/books.ts'
import {
  type BooksAccess,
  type BooksAdapter,
  type BooksPage,
  type BooksPart,
  registerBooks,
} from '../../../worker/core/books.ts'
import { newId } from '../../../worker/core/clock.ts'
import { registerCredential } from '../../../worker/core/credential-providers.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import type { OutboxContext } from '../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { registerSync, syncStatements } from '../../../worker/core/syncs.ts'
import '../../../worker/features/connections/sync-runs/jobs.ts'
import { booksSync } from '../../../worker/features/planning/actuals/index.ts'
import { replaceCredential } from '../../../worker/objects/connection/client.ts'
import { rows, run } from './sessions.ts'

/** An accounting system in memory, in pages of two, for tests of what Outlay makes of any system's books. */

export const MADE = 'MADE' as BooksSystem
const PAGE = 2

interface Changed {
  at: number
  page: Partial<BooksPage>
}

export const books = {
  companyId: '',
  connectionId: '',
  now: 0,
  objects: [] as BookObject[],
  documents: [] as BookDocument[],
  changes: [] as Changed[],
  /** The secret that it accepts. */
  secret: 'first',
  /** Whether it still knows what changed. */
  remembers: true,
  /** Called before each page. What it throws, the call throws. */
  before: (() => {}) as (asked: string) => void,
  asked: [] as string[],
}

const EMPTY: BooksPage = {
  objects: [],
  documents: [],
  deletedObjects: [],
  deletedDocuments: [],
  next: null,
  total: null,
}

const pageOf = <T>(all: T[], cursor: string | null): { rows: T[]; next: string | null } => {
  const from = Number(cursor ?? 0)
  return { rows: all.slice(from, from + PAGE), next: from + PAGE < all.length ? String(from + PAGE) : null }
}

const PARTS: BooksPart[] = [
  ...(['ENTITY', 'ACCOUNT', 'ITEM', 'DEPARTMENT', 'LOCATION', 'CLASSIFICATION', 'VENDOR'] as const).map((kind) => ({
    kind,
  })),
  ...(['BILL', 'INVOICE', 'JOURNAL_ENTRY'] as const).map((documents) => ({ documents })),
]

const admitted = async (access: BooksAccess, asked: string): Promise<void> => {
  await access.permit()
  // It answers at once.
  await access.ended?.()
  books.asked.push(asked)
  books.before(asked)
  if (access.secret !== books.secret && (await access.renew()) !== books.secret) throw new Error('Not admitted')
}

registerCredential(MADE, { overlapMs: 0, renew: async () => books.secret })
registerSync(booksSync(MADE))
const made: Omit<BooksAdapter, 'system'> = {
  callsPerMinute: 60_000,
  parts: PARTS,
  probe: async () => ({ name: 'Made Books', currency: 'USD' }),
  readAll: async (access, part, since, cursor) => {
    const name = 'kind' in part ? part.kind : part.documents
    await admitted(access, `${name} ${cursor ?? 0}`)
    if ('kind' in part) {
      const all = books.objects.filter(({ kind }) => kind === part.kind)
      const { rows: objects, next } = pageOf(all, cursor)
      return { ...EMPTY, objects: objects.map((object) => bookObject.parse(object)), next, total: all.length }
    }
    const all = books.documents.filter(({ kind, date }) => kind === part.documents && date >= since)
    const { rows: documents, next } = pageOf(all, cursor)
    return { ...EMPTY, documents: documents.map((document) => bookDocument.parse(document)), next, total: all.length }
  },
  readChanges: async (access, from, cursor) => {
    await admitted(access, `changes ${cursor ?? 0}`)
    if (!books.remembers) return null
    const all = books.changes.filter(({ at }) => at >= Date.parse(from))
    const at = Number(cursor ?? 0)
    return { ...EMPTY, ...all[at]?.page, next: at + 1 < all.length ? String(at + 1) : null }
  },
}
registerBooks({ ...made, system: MADE })
/**
 * For answers that name the system, which is one of those that there are. Files share what is registered, so the real one
 * may have taken its place since.
 */
export const registerMadeCustom = (): void => registerBooks({ ...made, system: 'CUSTOM' })
registerMadeCustom()

export const object = (kind: BookKind, erpId: string, more: Partial<BookObject> = {}): BookObject => ({
  kind,
  erpId,
  name: `${kind.toLowerCase()} ${erpId}`,
  number: null,
  isActive: true,
  parentErpId: null,
  accountType: kind === 'ACCOUNT' ? 'OPEX' : null,
  classification: null,
  currency: null,
  details: {},
  ...more,
})

export const line = (accountErpId: string, debitMinor: number, more: Partial<BookLine> = {}): BookLine => ({
  lineErpId: '1',
  accountErpId,
  itemErpId: null,
  debitMinor,
  memo: '',
  vendorErpId: null,
  departmentErpId: null,
  locationErpId: null,
  classificationErpId: null,
  ...more,
})

export const document = (
  kind: DocumentKind,
  erpId: string,
  lines: BookLine[],
  more: Partial<BookDocument> = {},
): BookDocument => ({
  kind,
  erpId,
  number: null,
  date: '2026-05-10',
  entityErpId: null,
  currency: 'USD',
  description: '',
  url: null,
  lines: lines.map((each, at) => ({ ...each, lineErpId: String(at + 1) })),
  ...more,
})

const context = (now = books.now || Date.now()): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})

/** The company's books are connected and empty. */
export const connect = async (companyId: string): Promise<void> => {
  Object.assign(books, {
    ...{ companyId, connectionId: newId(), now: Date.now(), objects: [], documents: [], changes: [], asked: [] },
    ...{ secret: 'first', remembers: true, before: () => {} },
  })
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?, ?, ?, 'account', 'Made Books', 'USD', 'CONNECTED', 'SYNCING', '2024-01-01', 1, 'nobody', ?)`,
    ...[books.connectionId, companyId, MADE, books.now],
  )
  // What isn't about linking has the vendors unmapped until it maps them.
  await run('INSERT OR IGNORE INTO vendor_linking_off (company_id, off_at) VALUES (?, 0)', companyId)
  await replaceCredential(env, {
    ...{ companyId, provider: MADE, seenVersion: 0, commandId: null, audit: null, given: 'first' },
  })
}

/** Starts a run, and works on it until nothing is due. */
export const sync = async (): Promise<{ id: string; state: string; error: string | null; counts: string }> => {
  const id = newId()
  const { db } = context()
  await db.batch(
    syncStatements(db, [{ id, companyId: books.companyId, provider: MADE, kind: 'BOOKS', trigger: 'HAND' }], books.now),
  )
  await workOn()
  const [found] = await rows<{ id: string; state: string; error: string | null; counts: string }>(
    'SELECT id, state, error, counts FROM sync_runs WHERE company_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    books.companyId,
  )
  if (!found) throw new Error('There is no run')
  return found
}

/** Whatever of the company's runs is due. */
export const workOn = async (companyId = books.companyId, now = books.now): Promise<void> => {
  const due = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE topic = 'sync.run' AND company_id = ? AND available_at <= ? AND sent_with IS NULL
        AND done_at IS NULL AND dead_at IS NULL`,
    ...[companyId, now],
  )
  for (const { id } of due) await runGroup(context(now), 'sync.run', [id])
}

export const transactionsOf = (companyId: string) =>
  rows<Record<string, string | number | null>>(
    `SELECT t.document_kind AS kind, t.erp_id AS erpId, t.line_erp_id AS line, t.type, t.date, t.amount_minor AS amount,
            t.company_minor AS company, t.vendor_id AS vendorId, t.category_id AS categoryId,
            t.department_id AS departmentId, t.is_tracked AS isTracked
       FROM transactions t WHERE t.company_id = ? ORDER BY t.document_kind, t.erp_id, t.line_erp_id`,
    companyId,
  )

/** An object as it is stored. */
export const objectOf = async (erpId: string) => {
  const [row] = await rows<{ id: string; last12: number; deleted_at: number | null }>(
    'SELECT id, last12_minor AS last12, deleted_at FROM erp_objects WHERE connection_id = ? AND erp_id = ?',
    books.connectionId,
    erpId,
  )
  if (!row) throw new Error(`There is no ${erpId}`)
  return row
}
