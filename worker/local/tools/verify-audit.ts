import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { paths } from '../host/paths.ts'
import { loadApp } from './load-app.ts'

/**
 * Recomputes the audit chain of every company in a data folder, even while Outlay runs on it, and compares it with the
 * signed summaries: those in the folder's bucket and database, and with --heads those that someone kept as JSON files
 * (from the bucket, or from the daily emails). Exits with 1 if a chain is broken.
 *
 * `npx node worker/local/tools/verify-audit.ts [--data DIR] [--heads DIR] [--keys ID:KEY,…]`
 *
 * With --pack it checks an evidence pack instead, without any data of Outlay: its JSON file, the PDF that was made with it,
 * and files to compare with its documents.
 *
 * `npx node worker/local/tools/verify-audit.ts --pack FILE [--pdf FILE] [--files DIR] [--heads DIR] [--keys ID:KEY,…]`
 *
 * --keys takes the public keys you trust. Without it the folder's own are used, which proves less, because anyone who
 * can rewrite the folder can put other keys in it.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: paths.data },
    heads: { type: 'string' },
    keys: { type: 'string' },
    pack: { type: 'string' },
    pdf: { type: 'string' },
    files: { type: 'string' },
  },
})

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
  heads: { checked: number; lastDay: string | null }
  limits: string[]
}
interface Head {
  companyId: string
}
interface Chain {
  verifyAuditChain(db: Reader, companyId: string, heads: unknown[]): Promise<Report>
  storedHeads(db: Reader, companyId: string): Promise<Head[]>
  readHead(text: string): Head | null
  checkHeads(keys: string | undefined, stored: Head[], kept: Head[]): Promise<unknown[]>
}

interface Packs {
  verifyEvidence(
    text: string,
    given: {
      keys?: string | undefined
      heads?: readonly Head[]
      pdf?: { sha256: string; size: number } | undefined
      files?: readonly { name: string; sha256: string }[]
    },
  ): Promise<{ problems: string[]; notes: string[] }>
}

/** The small part of D1 that the check needs. */
const asReader = (database: DatabaseSync): Reader => ({
  sql: (text, ...params) => ({ rows: () => database.prepare(text).all(...params) }),
  all: async (statement) => statement.rows(),
  first: async (statement) => statement.rows()[0] ?? null,
})

const { verifyAuditChain, storedHeads, readHead, checkHeads, verifyEvidence } = await loadApp<Chain & Packs>(
  `export { verifyAuditChain } from './worker/features/platform/audit/chain.ts'
   export { storedHeads, readHead, checkHeads } from './worker/features/platform/audit/heads.ts'
   export { verifyEvidence } from './worker/features/approvals/evidence/verify.ts'`,
)

/** The bucket's objects have their head in R2's own metadata. */
const headsInBucket = (): Head[] =>
  globSync('r2/**/*.sqlite', { cwd: values.data }).flatMap((file) => {
    const database = new DatabaseSync(join(values.data, file), { readOnly: true })
    try {
      if (!database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_mf_objects'").get()) return []
      const objects = database
        .prepare("SELECT custom_metadata AS metadata FROM _mf_objects WHERE key LIKE 'heads/%'")
        .all() as { metadata: string }[]
      return objects.flatMap(({ metadata }) => readHead((JSON.parse(metadata) as { head?: string }).head ?? '') ?? [])
    } finally {
      database.close()
    }
  })

const headsInFiles = (folder: string): Head[] =>
  globSync('**/*.json', { cwd: folder }).flatMap((file) => {
    const head = readHead(readFileSync(join(folder, file), 'utf8'))
    if (!head) console.error(`${file} isn’t a signed summary.`)
    return head ?? []
  })

const hashed = (file: string): { name: string; sha256: string; size: number } => {
  const bytes = readFileSync(file)
  return { name: basename(file), sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
}

const checkPack = async (file: string): Promise<void> => {
  const { keys, heads, pdf, files } = values
  const found = files ? globSync('**/*', { cwd: files }).map((name) => join(files, name)) : []
  const { problems, notes } = await verifyEvidence(readFileSync(file, 'utf8'), {
    keys: keys || process.env.OUTLAY_AUDIT_KEYS || undefined,
    heads: heads ? headsInFiles(heads) : [],
    pdf: pdf ? hashed(pdf) : undefined,
    files: found.filter((each) => statSync(each).isFile()).map(hashed),
  })
  if (problems.length === 0) console.log(`ok      ${basename(file)}`)
  for (const problem of problems) console.log(`CHANGED ${problem}`)
  for (const note of notes) console.log(`        ${note}`)
  process.exit(problems.length === 0 ? 0 : 1)
}

const ownKeys = (): string | undefined => {
  const file = join(values.data, 'outlay.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { auditKeys?: string }).auditKeys : undefined
}

if (values.pack) await checkPack(values.pack)

const keys = values.keys ?? process.env.OUTLAY_AUDIT_KEYS ?? ownKeys()
const kept = [...headsInBucket(), ...(values.heads ? headsInFiles(values.heads) : [])]

const files = globSync('d1/**/*.sqlite', { cwd: values.data }).map((file) => join(values.data, file))
const databases = files.map(holdsLog).filter((database) => database !== null)
if (databases.length === 0) {
  console.error(`There is no audit log in ${values.data}. Name the folder with --data.`)
  process.exit(2)
}
for (const database of databases) {
  const companies = database
    .prepare(
      // Customers' cells have copies of vendor companies, without their log.
      `SELECT id, name FROM companies UNION ALL
       SELECT id, name FROM vendor_companies v WHERE EXISTS (SELECT 1 FROM audit_log a WHERE a.company_id = v.id)
        ORDER BY name`,
    )
    .all() as {
    id: string
    name: string
  }[]
  for (const { id, name } of companies) {
    const reader = asReader(database)
    const stored = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'audit_heads'").get()
      ? await storedHeads(reader, id)
      : []
    const heads = await checkHeads(
      keys,
      stored,
      kept.filter(({ companyId }) => companyId === id),
    )
    const report = await verifyAuditChain(reader, id, heads)
    const { ok, checked, checkedUntil, unsealed, firstBroken } = report
    const until = checkedUntil ? ` up to ${checkedUntil}` : ''
    if (ok) console.log(`ok      ${name}: ${checked} entries${until}, ${unsealed} of them not sealed yet`)
    else
      console.log(
        `BROKEN  ${name}: entry ${firstBroken?.auditId}. ${firstBroken?.problem} ${firstBroken?.message ?? ''}`,
      )
    for (const line of report.limits) console.log(`        ${line}`)
    if (!ok) process.exitCode = 1
  }
  database.close()
}
