import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { paths } from '../host/paths.ts'
import { loadApp } from './load-app.ts'

/**
 * Recomputes the audit chain of every company in a data folder, also while Outlay runs on it:
 * `npx node worker/local/tools/verify-audit.ts [--data DIR]`. Ends with 1 when a chain is broken.
 */
const { values } = parseArgs({ options: { data: { type: 'string', default: paths.data } } })

const holdsLog = (file: string): DatabaseSync | null => {
  const database = new DatabaseSync(file, { readOnly: true })
  if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_log'").get()) return database
  database.close()
  return null
}

interface Statement {
  rows(): unknown[]
}
interface Reader {
  sql(text: string, ...params: SQLInputValue[]): Statement
  all(statement: Statement): Promise<unknown[]>
  first(statement: Statement): Promise<unknown>
}
interface Report {
  ok: boolean
  checked: number
  checkedUntil: string | null
  unsealed: number
  firstBroken: { auditId: string; problem: string; message: string | null } | null
}
interface Chain {
  verifyAuditChain(db: Reader, companyId: string): Promise<Report>
}

/** The little of D1 that the check asks for. */
const asReader = (database: DatabaseSync): Reader => ({
  sql: (text, ...params) => ({ rows: () => database.prepare(text).all(...params) }),
  all: async (statement) => statement.rows(),
  first: async (statement) => statement.rows()[0] ?? null,
})

const { verifyAuditChain } = await loadApp<Chain>("export { verifyAuditChain } from './worker/features/audit/chain.ts'")

const files = globSync('d1/**/*.sqlite', { cwd: values.data }).map((file) => join(values.data, file))
const databases = files.map(holdsLog).filter((database) => database !== null)
if (databases.length === 0) {
  console.error(`There is no audit log in ${values.data}. Name the folder with --data.`)
  process.exit(2)
}
for (const database of databases) {
  const companies = database
    .prepare('SELECT id, name FROM companies UNION ALL SELECT id, name FROM vendor_companies ORDER BY name')
    .all() as {
    id: string
    name: string
  }[]
  for (const { id, name } of companies) {
    const { ok, checked, checkedUntil, unsealed, firstBroken } = await verifyAuditChain(asReader(database), id)
    const until = checkedUntil ? ` up to ${checkedUntil}` : ''
    if (ok) console.log(`ok      ${name}: ${checked} entries${until}, ${unsealed} of them not sealed yet`)
    else
      console.log(
        `BROKEN  ${name}: entry ${firstBroken?.auditId}. ${firstBroken?.problem} ${firstBroken?.message ?? ''}`,
      )
    if (!ok) process.exitCode = 1
  }
  database.close()
}
