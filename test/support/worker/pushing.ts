import { env } from 'cloudflare:workers'
import { registerBooks } from '../../../worker/core/books.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import type { OutboxContext } from '../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { pushedBooks } from '../../../worker/features/platform/book-pushes/pushed-books.ts'
import { rows } from './sessions.ts'
import { type Answer, type Client, KeyClient, makeCompany, signIn, type TestCompany } from './world.ts'

/** A company whose own system pushes its books with an API key. */
export interface Pushing {
  company: TestCompany
  admin: Client
  program: Client
  connectionId: string
  push(generation: string, kind: string, rows: Pushed, options?: PushOptions): Promise<Answer>
  complete(generation: string, body?: object): Promise<Answer>
  /** Completes it and waits until it was taken over. */
  apply(generation: string, body?: object): Promise<void>
  lines(): Promise<{ erpId: string; line: string; amount: number; vendor: string | null }[]>
  objects(kind: string): Promise<{ erpId: string; name: string; isThere: number; vendorId: string | null }[]>
}

/** CSV, bytes of CSV, or objects for NDJSON. */
type Pushed = string | Uint8Array<ArrayBuffer> | readonly object[]

export interface PushOptions {
  key?: string
  query?: string
  type?: string
}

/** Works on the company's run until it ends. */
export const workOnPushed = async (companyId: string): Promise<string | undefined> => {
  const context: OutboxContext = {
    ...{ env, db: new Database(env.DB, 'first-primary'), log: createLogger({}, 'error') },
    clock: { now: () => Date.now() },
  }
  for (let round = 0; round < 200; round++) {
    const [run] = await rows<{ state: string; finished: number | null }>(
      'SELECT state, finished_at AS finished FROM sync_runs WHERE company_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
      companyId,
    )
    if (!run || run.finished !== null) return run?.state
    await runGroup(context, 'sync.run', null)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('The run has not ended')
}

export const startPushing = async (): Promise<Pushing> => {
  // Another file may have put a made-up system in its place.
  registerBooks(pushedBooks)
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const { body: connection } = await admin.post('/api/accounting/custom', { name: 'Ledger One', currency: 'USD' })
  const { body: key } = await admin.post('/api/api-keys', { name: 'ledger' })
  const program = new KeyClient(key.key)
  const complete = (generation: string, body: object = {}) =>
    program.post(`/api/custom-sync/${generation}/complete`, body)
  return {
    ...{ company, admin, program, connectionId: connection.id, complete },
    push: (generation, kind, given, { key: commandId = newId(), query = '', type } = {}) => {
      const isRows = Array.isArray(given)
      const content = isRows ? given.map((row) => JSON.stringify(row)).join('\n') : (given as string)
      const body = new Blob([content], { type: type ?? (isRows ? 'application/x-ndjson' : 'text/csv') })
      return program.call('POST', `/api/custom-sync/${generation}/${kind}${query}`, { body, commandId })
    },
    apply: async (generation, body) => {
      const answer = await complete(generation, body)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      await workOnPushed(company.id)
    },
    lines: () =>
      rows(
        `SELECT t.erp_id AS erpId, t.line_erp_id AS line, t.amount_minor AS amount, v.erp_id AS vendor
           FROM transactions t LEFT JOIN erp_objects v ON v.id = t.vendor_object_id
          WHERE t.company_id = ? ORDER BY t.erp_id, t.line_erp_id`,
        company.id,
      ),
    objects: (kind) =>
      rows(
        `SELECT erp_id AS erpId, name, deleted_at IS NULL AS isThere, vendor_id AS vendorId FROM erp_objects
          WHERE company_id = ? AND kind = ? ORDER BY erp_id`,
        ...[company.id, kind],
      ),
  }
}
