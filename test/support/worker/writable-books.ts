import { env } from 'cloudflare:workers'
import type { BooksEntry, BooksEntryOf } from '../../../schema/platform/accounting/entries.ts'
import { type BooksAdapter, booksOf, registerBooks } from '../../../worker/core/books.ts'
import { newId } from '../../../worker/core/clock.ts'
import { commit } from '../../../worker/core/commit.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import type { SystemContext } from '../../../worker/core/operation.ts'
import type { OutboxContext } from '../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { systemContext } from '../../../worker/core/system-context.ts'
import { type EntryChange, type EntryName, writeEntry } from '../../../worker/features/platform/accounting/index.ts'
import '../../../worker/jobs.ts'
import { type DocumentType, fullNameOf, SeededBooks, SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'
import { LOCAL_NETSUITE, Netsuite } from '../../../worker/local/host/stand-ins/netsuite/index.ts'
import { replaceCredential } from '../../../worker/objects/connection/client.ts'
import { standIn } from './outside.ts'
import { QuickbooksAccount, REALM } from './quickbooks-account.ts'
import { rows, run } from './sessions.ts'
import { makeCompany, type TestCompany } from './world.ts'

/** A company whose QuickBooks or NetSuite, kept by the stand-in, is connected and can be written into. */

export type Answer = (request: Request) => Promise<Response>
export type SystemName = 'QUICKBOOKS' | 'NETSUITE'

export interface WritableBooks {
  system: SystemName
  companyId: string
  company: TestCompany
  connectionId: string
  books: SeededBooks
  /** Stands between the Worker and the system. */
  between: (request: Request, answer: Answer) => Promise<Response>
  now: number
  /** The system no longer knows which keys it has answered. */
  forgetKeys: () => void
}

const OTHER_HOSTS = ['oauth.platform.intuit.com', 'developer.api.intuit.com', 'appcenter.intuit.com']

const quickbooks = async (there: WritableBooks): Promise<{ accountId: string; secret: string }> => {
  const account = new QuickbooksAccount({ now: () => there.now })
  account.now = there.now
  account.provider.perMinute = Number.POSITIVE_INFINITY
  there.books = account.books
  there.forgetKeys = () => account.provider.company(REALM).answered.clear()
  for (const { host, answer } of account.provider.standIns)
    standIn(host, {
      answer: (request) => (OTHER_HOSTS.includes(host) ? answer(request) : there.between(request, answer)),
    })
  const code = (await account.consent()).searchParams.get('code') ?? ''
  return { accountId: REALM, secret: await account.exchange(code) }
}

const netsuite = (there: WritableBooks): { accountId: string; secret: string } => {
  const { accountId, consumerKey, consumerSecret, tokenId, tokenSecret } = LOCAL_NETSUITE
  const provider = new Netsuite(new SeededBooks(SMALL, () => there.now), { now: () => there.now })
  there.books = provider.books
  standIn(`${accountId.toLowerCase().replaceAll('_', '-')}.suitetalk.api.netsuite.com`, {
    answer: (request) => there.between(request, (asked) => provider.answer(asked)),
  })
  return {
    accountId,
    secret: JSON.stringify({ kind: 'TBA', consumerKey, consumerSecret, tokenId, tokenSecret }),
  }
}

/** The systems' limits are far above what a test asks for, until it ends. */
export const withoutLimits = (): (() => void) => {
  const before: BooksAdapter[] = [booksOf('QUICKBOOKS'), booksOf('NETSUITE')]
  for (const adapter of before) registerBooks({ ...adapter, callsPerMinute: 60_000_000, callsAtOnce: 60_000 })
  return () => {
    for (const adapter of before) registerBooks(adapter)
  }
}

export const connectWritable = async (system: SystemName): Promise<WritableBooks> => {
  // What other tests left.
  await run("DELETE FROM outbox WHERE topic = 'accounting.send'")
  const company = await makeCompany()
  const companyId = company.id
  const there: WritableBooks = {
    ...{ system, companyId, company, connectionId: newId(), now: Date.now() },
    books: new SeededBooks(SMALL),
    between: (request, answer) => answer(request),
    forgetKeys: () => {},
  }
  const { accountId, secret } = system === 'QUICKBOOKS' ? await quickbooks(there) : netsuite(there)
  await replaceCredential(env, {
    ...{ companyId, provider: system, seenVersion: 0, commandId: null, audit: null, given: secret },
  })
  // What isn’t about linking has the vendors unmapped until it maps them.
  await run('INSERT OR IGNORE INTO vendor_linking_off (company_id, off_at) VALUES (?, 0)', companyId)
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?, ?, ?, ?, 'Brightwater Labs', 'USD', 'CONNECTED', 'COMPLETE', '2024-01-01', 1, 'someone', ?)`,
    ...[there.connectionId, companyId, system, accountId, there.now],
  )
  return there
}

export const jobContext = (there: Pick<WritableBooks, 'now'>, db?: Database): OutboxContext => ({
  env,
  db: db ?? new Database(env.DB, 'first-primary'),
  clock: { now: () => there.now },
  log: createLogger({}, 'error'),
  waitUntil: () => {},
})

const asSystem = (there: WritableBooks): SystemContext =>
  systemContext(jobContext(there), { name: 'test', companyId: there.companyId, may: [] })

/** Commits what an area would. */
export const change = async (
  there: WritableBooks,
  changeOf: (context: SystemContext) => EntryChange | Promise<EntryChange>,
): Promise<void> => {
  const context = asSystem(there)
  await commit(context, { ...(await changeOf(context)), audit: [], result: null, subject: 'The entry' })
}

export const order = (ownerId: string): EntryName => ({ ownerKind: 'TEST_ORDER', ownerId, kind: 'PURCHASE_ORDER' })

/** Wants this in the books. */
export const want = (there: WritableBooks, name: EntryName, entry: BooksEntry): Promise<void> =>
  change(there, (context) =>
    writeEntry(context, { id: there.connectionId, companyId: there.companyId }, { ...name, entry }),
  )

/** Runs what is due to be sent, as the sweep does, and answers how many were tried. */
export const sendDue = async (there: WritableBooks, db?: Database): Promise<number> => {
  for (let tried = 0; ; tried += 1)
    if ((await runGroup(jobContext(there, db), 'accounting.send', null)) === 0) return tried
}

export interface KeptEntry {
  id: string
  state: string
  erp_id: string | null
  error: string | null
  reason: string | null
  sent: string | null
}

export const entryOf = async ({ companyId }: WritableBooks, { ownerKind, ownerId, kind }: EntryName) => {
  const [row] = await rows<KeptEntry>(
    'SELECT * FROM erp_entries WHERE company_id = ? AND owner_kind = ? AND owner_id = ? AND kind = ?',
    ...[companyId, ownerKind, ownerId, kind],
  )
  return row
}

const activeAccount = ({ books }: WritableBooks, group: string): string => {
  const all = books.list('account')
  return all.find((each) => each.isActive && (each.group === group || fullNameOf(all, each) === group))?.id ?? ''
}

/** An order or bill of the first vendor. */
export const purchaseOrder = (
  there: WritableBooks,
  number: string,
  more: Partial<BooksEntryOf<'PURCHASE_ORDER'>> = {},
): BooksEntryOf<'PURCHASE_ORDER'> => ({
  ...{ kind: 'PURCHASE_ORDER', currency: 'USD', exchangeRate: null, memo: 'Team plan', number },
  entityErpId: there.system === 'QUICKBOOKS' ? REALM : '1',
  date: new Date(there.now).toISOString().slice(0, 10),
  vendorErpId: vendorIn(there),
  ...{ departmentErpId: null, locationErpId: null, classificationErpId: null, fields: [], payablesAccountErpId: null },
  lines: [lineOf(there, 12_000), lineOf(there, 3_050)],
  ...more,
})

export const bill = (
  there: WritableBooks,
  number: string,
  more: Partial<BooksEntryOf<'BILL'>> = {},
): BooksEntryOf<'BILL'> => ({
  ...purchaseOrder(there, number),
  ...{ kind: 'BILL', dueDate: null, periodErpId: null, ...more },
})

export const lineOf = (there: WritableBooks, amountMinor: number) => ({
  ...{ accountErpId: activeAccount(there, 'Insurance'), itemErpId: null, amountMinor, memo: 'Seats' },
  ...{ departmentErpId: null, locationErpId: null, classificationErpId: null, taxCodeErpId: null },
  ...{ amortization: null, fields: [] },
})

const vendorIn = ({ books, system }: WritableBooks): string =>
  books
    .list('vendor')
    .find(
      (each) => each.isActive && each.currency === 'USD' && (system === 'QUICKBOOKS' || each.entityIds.includes('1')),
    )?.id ?? ''

/** The documents there with this number. */
export const there = ({ books }: WritableBooks, type: DocumentType, number: string) =>
  books.documents(type).filter((each) => each.number === number)
