import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The small part of D1 that the check needs. */
interface Statement {
  rows(): unknown[]
}
interface Reader {
  sql(text: string, ...params: SQLInputValue[]): Statement
  all(statement: Statement): Promise<unknown[]>
  first(statement: Statement): Promise<unknown>
}

export interface Head {
  companyId: string
}

interface ChainReport {
  ok: boolean
  checked: number
  checkedUntil: string | null
  unsealed: number
  firstBroken: { auditId: string; problem: string; message: string | null } | null
  limits: string[]
}

/** What the product's own check offers, from CHAIN_EXPORTS. */
export interface ChainCheck {
  verifyAuditChain(db: Reader, companyId: string, heads: unknown[]): Promise<ChainReport>
  storedHeads(db: Reader, companyId: string): Promise<Head[]>
  readHead(text: string): Head | null
  checkHeads(keys: string | undefined, stored: Head[], kept: Head[]): Promise<unknown[]>
}
export const CHAIN_EXPORTS = `
  export { verifyAuditChain } from './worker/features/platform/audit/verify-chain.ts'
  export { storedHeads, readHead, checkHeads } from './worker/features/platform/audit/heads.ts'`

const asReader = (database: DatabaseSync): Reader => ({
  sql: (text, ...params) => ({ rows: () => database.prepare(text).all(...params) }),
  all: async (statement) => statement.rows(),
  first: async (statement) => statement.rows()[0] ?? null,
})

const has = (database: DatabaseSync, table: string): boolean =>
  database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table) !== undefined

const holdsLog = (file: string): DatabaseSync | null => {
  const database = new DatabaseSync(file, { readOnly: true })
  if (has(database, 'audit_log')) return database
  database.close()
  return null
}

/** The bucket's objects have their head in R2's own metadata. */
export const headsInBucket = (data: string, readHead: ChainCheck['readHead']): Head[] =>
  globSync('r2/**/*.sqlite', { cwd: data }).flatMap((file) => {
    const database = new DatabaseSync(join(data, file), { readOnly: true })
    try {
      if (!has(database, '_mf_objects')) return []
      const objects = database
        .prepare("SELECT custom_metadata AS metadata FROM _mf_objects WHERE key LIKE 'heads/%'")
        .all() as { metadata: string }[]
      return objects.flatMap(({ metadata }) => readHead((JSON.parse(metadata) as { head?: string }).head ?? '') ?? [])
    } finally {
      database.close()
    }
  })

/**
 * Recomputes the audit chain of every company in a data folder, and compares it with signed summaries.
 * @param keys the public keys that are trusted, `ID:KEY` separated by commas
 * @param kept summaries from elsewhere than the databases
 */
export async function* checkChains(
  { verifyAuditChain, storedHeads, checkHeads }: ChainCheck,
  data: string,
  { keys, kept }: { keys: string | undefined; kept: readonly Head[] },
): AsyncGenerator<{ name: string; report: ChainReport }> {
  const files = globSync('d1/**/*.sqlite', { cwd: data }).map((file) => join(data, file))
  for (const database of files.map(holdsLog).filter((each) => each !== null)) {
    const companies = database
      .prepare(
        // Customers' cells have copies of vendor companies, without their log.
        `SELECT id, name FROM companies UNION ALL
         SELECT id, name FROM vendor_companies v WHERE EXISTS (SELECT 1 FROM audit_log a WHERE a.company_id = v.id)
          ORDER BY name`,
      )
      .all() as { id: string; name: string }[]
    for (const { id, name } of companies) {
      const reader = asReader(database)
      const stored = has(database, 'audit_heads') ? await storedHeads(reader, id) : []
      const heads = await checkHeads(
        keys,
        stored,
        kept.filter(({ companyId }) => companyId === id),
      )
      yield { name, report: await verifyAuditChain(reader, id, heads) }
    }
    database.close()
  }
}
