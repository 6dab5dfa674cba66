import { ruleSetChanges } from '../../../../schema/approvals/rule-sets/changes.ts'
import * as endpoints from '../../../../schema/approvals/rule-sets/endpoints.ts'
import type { RuleSetContent } from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { type RuleSubject, SUBJECT } from './load.ts'
import { idsNamedBy, namesOf, toAnswer } from './read.ts'

const PAGE = 10
const existsSql = (subject: RuleSubject): string =>
  `SELECT 1 FROM rule_sets rs WHERE rs.id = ?1 AND rs.company_id = ?2 AND rs.subject = '${subject}'
  AND rs.deleted_at IS NULL`

interface VersionRow {
  version: number
  name: string
  content: string
  createdAt: number
  userId: string
  savedBy: string
}

/** A page reads one version more than it shows, to compare the oldest with the one before it. */
export const listRuleSetVersions =
  (subject: RuleSubject) =>
  async (context: StaffContext, { id, before }: { id: string; before?: number | undefined }) => {
    const { db, actor } = context
    const [set, saved] = await db.readBatch([
      db.sql(existsSql(subject), id, actor.companyId),
      db.sql(
        `SELECT v.version, v.name, v.content, v.created_at AS createdAt, u.id AS userId,
                u.first_name || ' ' || u.last_name AS savedBy
           FROM rule_set_versions v JOIN users u ON u.id = v.created_by_user_id
          WHERE v.rule_set_id = ?1 AND v.company_id = ?2 AND v.version < ?3
          ORDER BY v.version DESC LIMIT ${PAGE + 1}`,
        id,
        actor.companyId,
        before ?? Number.MAX_SAFE_INTEGER,
      ),
    ])
    if (!set?.results[0]) throw notFound('The rule set')
    const rows = (saved?.results ?? []) as unknown as VersionRow[]
    const contents = rows.map((row) => JSON.parse(row.content) as RuleSetContent)
    const names = await namesOf(context, contents.flatMap(idsNamedBy))
    const words = {
      nameOf: (id: string) => names.get(id) ?? 'something deleted',
      currency: actor.company.currency,
    }
    const changes = (at: number): string[] => {
      const [row, earlier] = [rows[at], rows[at + 1]]
      const [content, previous] = [contents[at], contents[at + 1]]
      if (!row || !content || !earlier || !previous) return ['Created the rule set']
      const renamed = row.name === earlier.name ? [] : [`Renamed it from ${earlier.name} to ${row.name}`]
      return [...renamed, ...ruleSetChanges(previous, content, words)]
    }
    return {
      versions: rows.slice(0, PAGE).map((row, at) => ({
        version: row.version,
        savedAt: new Date(row.createdAt).toISOString(),
        savedBy: { id: row.userId, name: row.savedBy },
        changes: changes(at),
      })),
      hasMore: rows.length > PAGE,
    }
  }

const listVersions = listRuleSetVersions(SUBJECT)

export const listSpendRuleSetVersions = query({
  id: 'spend-rules.list-versions',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.listSpendRuleSetVersions),
  readsFirst: true,
  run: (context, { spendRuleSetId: id, before }) => listVersions(context, { id, before }),
})

/** Throws NOT_FOUND for a version that was never saved. */
export const readRuleSetVersion =
  (subject: RuleSubject) =>
  async ({ db, actor }: StaffContext, { id, version }: { id: string; version: number }) => {
    const [set, saved] = await db.batch([
      db.sql(existsSql(subject), id, actor.companyId),
      db.sql(
        `SELECT name, content, created_at AS updatedAt FROM rule_set_versions
          WHERE rule_set_id = ? AND version = ? AND company_id = ?`,
        id,
        version,
        actor.companyId,
      ),
    ])
    if (!set?.results[0]) throw notFound('The rule set')
    const row = saved?.results[0]
    if (!row) throw notFound('This version')
    return toAnswer(
      { id, name: String(row.name), version, updatedAt: Number(row.updatedAt) },
      JSON.parse(String(row.content)) as RuleSetContent,
    )
  }

const readVersion = readRuleSetVersion(SUBJECT)

export const readSpendRuleSetVersion = query({
  id: 'spend-rules.get-version',
  access: 'spend-rules.configure',
  input: inputOf(endpoints.getSpendRuleSetVersion),
  run: async (context, { spendRuleSetId: id, version }) => {
    const { approvalMode: _, ...set } = await readVersion(context, { id, version })
    return set
  },
})
