import type { EvidenceKind } from '../../../../schema/approvals/evidence/endpoints.ts'
import type { EvidenceParts, Sections, Who } from '../../../../schema/approvals/evidence/pack.ts'
import { notFound } from '../../../core/errors.ts'
import { kindOf } from '../../../core/kinds/registry.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { type ProvenEntry, proveHistory, withoutTaxIds } from '../../platform/audit/index.ts'
import { objectOf } from '../blocks/index.ts'
import { decisionsOf, labelsOf, stepsOf, versionsOf } from './approvals.ts'
import { evidenceOf, evidenceParts } from './registry.ts'

/** Everything that a pack has, read at one time. */

type Context = Pick<BaseContext, 'db' | 'env'>
interface Target {
  companyId: string
  kind: EvidenceKind
  id: string
}

const iso = (at: number): string => new Date(at).toISOString()

const headOf = async ({ db }: Context, { companyId, kind, id }: Target): Promise<EvidenceParts['subject']> => {
  const { rows } = kindOf(kind) ?? {}
  if (!rows) throw new Error(`${kind} is no kind`)
  const row = await db.first<{ name: string; status: string; companyName: string }>(
    db.sql(
      `SELECT ${rows.logName ?? rows.name} AS name, ${evidenceOf(kind).status} AS status,
              (SELECT c.name FROM companies c WHERE c.id = ?1) AS companyName
         FROM ${rows.from} WHERE ${rows.id} = ?2 AND ${rows.company} = ?1${rows.present ? ` AND ${rows.present}` : ''}`,
      ...[companyId, id],
    ),
  )
  if (!row) throw notFound('It')
  return { type: kind, id, name: row.name, status: row.status, company: { id: companyId, name: row.companyName } }
}

const documentsOf = async ({ db }: Context, { companyId, kind, id }: Target): Promise<Sections['documents']> => {
  const further = evidenceOf(kind).documents
  const rows = await db.all<{
    id: string
    name: string
    mimeType: string
    size: number
    sha256: string
    addedAt: number
    byId: string | null
    byName: string | null
  }>(
    db.sql(
      `SELECT d.id, d.display_name AS name, d.mime_type AS mimeType, d.size, d.sha256, min(k.at) AS addedAt,
              u.id AS byId, trim(u.first_name || ' ' || u.last_name) AS byName
         FROM (SELECT l.document_id AS id, l.created_at AS at FROM document_links l
                WHERE l.company_id = ?1 AND l.target_type = ?3 AND l.target_id = ?2
               ${further ? `UNION ALL SELECT f.id, o.created_at FROM (${further}) f CROSS JOIN documents o ON o.id = f.id` : ''}) k
        CROSS JOIN documents d ON d.id = k.id AND +d.company_id = ?1
         LEFT JOIN users u ON u.id = d.uploaded_by_user_id
        WHERE d.deleted_at IS NULL GROUP BY d.id ORDER BY addedAt, d.id`,
      ...[companyId, id, kind],
    ),
  )
  return rows.map(({ byId, byName, addedAt, ...document }) => ({
    ...document,
    addedAt: iso(addedAt),
    addedBy: byId === null ? null : { id: byId, name: byName ?? '' },
  }))
}

const mailedOf = async ({ db }: Context, { companyId, id }: Target): Promise<Map<string, number>> => {
  const rows = await db.all<{ blockId: string; sentAt: number }>(
    db.sql(
      'SELECT block_id AS blockId, sent_at AS sentAt FROM request_block_mails WHERE company_id = ? AND target_id = ?',
      ...[companyId, id],
    ),
  )
  return new Map(rows.map(({ blockId, sentAt }) => [blockId, sentAt]))
}

/** Names of members, also of those who left since then. */
const peopleOf = async ({ db }: Context, ids: Iterable<string>): Promise<Map<string, string>> => {
  const rows = await db.all<{ id: string; name: string }>(
    db.sql(
      `SELECT u.id, trim(u.first_name || ' ' || u.last_name) AS name FROM json_each(?) j CROSS JOIN users u ON u.id = j.value`,
      JSON.stringify([...new Set(ids)]),
    ),
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What a content can refer to by id. */
const NAMED = [
  ...['erp_objects', 'vendors', 'departments', 'business_units', 'locations', 'groups', 'entities'],
  ...['spend_categories', 'intake_categories', 'services'],
]
const MOST_IDS = 5000

/** Every text in it that may be an id. */
const idsIn = (value: unknown, found = new Set<string>()): Set<string> => {
  if (typeof value === 'string') {
    if (/^[\w-]{8,64}$/.test(value)) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) idsIn(part, found)
  }
  return found
}

const namesOf = async ({ db }: Context, companyId: string, value: unknown): Promise<[string, string][]> => {
  const each = NAMED.map((table) => `(SELECT t.name FROM ${table} t WHERE t.id = j.value AND +t.company_id = ?1)`)
  const rows = await db.all<{ id: string; name: string | null }>(
    db.sql(
      `SELECT j.value AS id, coalesce(${each.join(', ')},
         (SELECT d.display_name FROM documents d WHERE d.id = j.value AND +d.company_id = ?1),
         (SELECT trim(u.first_name || ' ' || u.last_name) FROM company_memberships m CROSS JOIN users u ON u.id = m.user_id
           WHERE m.company_id = ?1 AND m.user_id = j.value)) AS name
         FROM json_each(?2) j`,
      ...[companyId, JSON.stringify([...idsIn(value)].slice(0, MOST_IDS))],
    ),
  )
  return rows.flatMap(({ id, name }): [string, string][] => (name === null ? [] : [[id, name]]))
}

const historyOf = (entries: readonly ProvenEntry[], people: ReadonlyMap<string, string>): Sections['history'] =>
  entries.map(({ sequence, entryHash, entry }) => {
    const { actorUserId: id } = entry
    const shown = withoutTaxIds(entry.changeData)
    const by: Who | null = id === null ? null : { id, name: people.get(id) ?? 'A former member' }
    return {
      ...{ sequence, entryHash, by, at: iso(entry.occurredAt), message: entry.message },
      entry: JSON.stringify(shown) === JSON.stringify(entry.changeData) ? { ...entry } : null,
    }
  })

/** All but who made it and when. Throws NOT_FOUND if it isn't there any more. */
export const collectEvidence = async (
  context: Context,
  target: Target,
): Promise<Omit<EvidenceParts, 'id' | 'made'>> => {
  const { companyId, kind, id } = target
  const subject = await headOf(context, target)
  const object = objectOf(context, { targetType: kind, id })
  const [view, events] = [await object.read(companyId), await object.log(companyId)]
  const sections: Sections = {
    versions: versionsOf(events),
    steps: view ? stepsOf(view, await mailedOf(context, target)) : [],
    decisions: view ? decisionsOf(events, view) : [],
    documents: await documentsOf(context, target),
    ...{ payments: [], paymentEvents: [], ledgerEntries: [], accounting: [], history: [] },
  }
  for (const part of evidenceParts(kind)) Object.assign(sections, await part(context.db, companyId, id))
  const { entries, segments } = await proveHistory(context.db, { companyId, targetType: kind, targetId: id })
  const actors = entries.flatMap(({ entry: { actorUserId } }) => actorUserId ?? [])
  sections.history = historyOf(entries, await peopleOf(context, actors))
  const contents = sections.versions.map(({ content, changes }) => [content, changes])
  const names = [...labelsOf(events), ...(await namesOf(context, companyId, contents))]
  // As a reader of the file has it: without what JSON leaves out.
  return JSON.parse(JSON.stringify({ subject, sections, names: Object.fromEntries(names), chain: segments })) as Omit<
    EvidenceParts,
    'id' | 'made'
  >
}
