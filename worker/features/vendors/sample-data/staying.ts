import type { SampleKind } from '../../../../schema/platform/sample-data/kinds.ts'
import { companyNumber } from '../../../core/audit.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { usesOf } from '../../../core/references.ts'
import { VENDOR_REFERRED } from '../vendors/index.ts'
import type { Load, SampleObject } from './stored.ts'

/**
 * What of the sample data stays when it is removed: what someone has changed, what others have done something with, and
 * what the company's own things or what stays need.
 */

interface Found {
  id: string
  kind: SampleKind
  name: string
  /** Requests: the last event, for the guard of their removal. */
  sequence: number
  isDraft: number
  isChanged: number
  /** Someone other than who loaded it has done something with it. */
  touchedBy: string | null
  /** Something of the company's own that hangs on it, in words. */
  heldBy: string | null
}

export interface Going {
  id: string
  kind: SampleKind
  name: string
  sequence: number
  isDraft: boolean
}
export interface Staying {
  kind: SampleKind
  id: string
  name: string
  reason: string
}
export interface Removal {
  going: Going[]
  staying: Staying[]
  /** What someone has deleted already. */
  gone: SampleObject[]
}

/** ?1 the company, ?2 ids of all sample objects, ?3 who loaded them. */
const TOUCHED = `(SELECT coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) FROM object_numbers n
    CROSS JOIN audit_log a ON a.object = n.id CROSS JOIN users u ON u.id = a.actor_user_id
    WHERE substr(n.object_id, -8) = substr(o.id, -8) AND n.object_id = o.id AND n.company = ${companyNumber('?1')}
      AND a.actor_user_id <> ?3 LIMIT 1)`
const OTHERS = '(SELECT value FROM json_each(?2))'
const EACH = (alias: string, table: string): string => `json_each(?2) j CROSS JOIN ${table} ${alias}
  ON ${alias}.id = j.value AND +${alias}.company_id = ?1`
const has = (sql: string, words: string): string => `CASE WHEN EXISTS (${sql}) THEN '${words}' END`

const FOUND = [
  `SELECT o.id, 'INTAKE_SUBMISSION' AS kind, o.title AS name, o.projected_sequence AS sequence, o.is_draft AS isDraft,
          o.version > 1 AS isChanged, ${TOUCHED} AS touchedBy,
          coalesce(${has(
            `SELECT 1 FROM document_links l WHERE l.company_id = ?1 AND l.target_type = 'INTAKE_SUBMISSION'
                AND l.target_id = o.id AND l.document_id NOT IN ${OTHERS}`,
            'A document was added to it',
          )}, ${has(
            'SELECT 1 FROM intake_submission_services l WHERE l.company_id = ?1 AND l.submission_id = o.id',
            'A service was linked to it',
          )}, ${has(
            'SELECT 1 FROM intake_submission_vendors l WHERE l.company_id = ?1 AND l.intake_submission_id = o.id',
            'A vendor was linked to it',
          )}) AS heldBy
     FROM ${EACH('o', 'intake_submissions')} WHERE o.deleted_at IS NULL`,
  `SELECT o.id, 'SERVICE' AS kind, o.name, 0 AS sequence, 0 AS isDraft, o.version > 1 AS isChanged,
          ${TOUCHED} AS touchedBy,
          coalesce(${has(
            `SELECT 1 FROM document_links l WHERE l.company_id = ?1 AND l.target_type = 'SERVICE'
                AND l.target_id = o.id AND l.document_id NOT IN ${OTHERS}`,
            'A document was added to it',
          )}, ${has(
            'SELECT 1 FROM intake_submission_services l WHERE l.company_id = ?1 AND l.service_id = o.id',
            'A request is linked to it',
          )}) AS heldBy
     FROM ${EACH('o', 'services')}`,
  `SELECT o.id, 'DOCUMENT' AS kind, o.display_name AS name, 0 AS sequence, 0 AS isDraft, o.version > 1 AS isChanged,
          ${TOUCHED} AS touchedBy,
          ${has(
            'SELECT 1 FROM document_links l WHERE l.company_id = ?1 AND l.document_id = o.id AND l.target_id NOT IN ' +
              OTHERS,
            'It belongs to something else as well',
          )} AS heldBy
     FROM ${EACH('o', 'documents')} WHERE o.deleted_at IS NULL`,
  `SELECT o.id, 'VENDOR' AS kind, o.name, 0 AS sequence, 0 AS isDraft, o.version > 1 AS isChanged,
          ${TOUCHED} AS touchedBy, NULL AS heldBy
     FROM ${EACH('o', 'vendors')}`,
  `SELECT o.id, 'INTAKE_CATEGORY' AS kind, o.name, 0 AS sequence, 0 AS isDraft,
          o.version > 1 OR o.form_version > 1 OR NOT (SELECT COUNT(*) = 1 AND MAX(w.version) = 1 AND MAX(w.deleted_at) IS NULL
             FROM intake_workflows w WHERE w.company_id = ?1 AND w.intake_category_id = o.id) AS isChanged, ${TOUCHED} AS touchedBy,
          ${has(
            `SELECT 1 FROM intake_submissions s WHERE s.company_id = ?1 AND s.intake_category_id = o.id
                AND s.deleted_at IS NULL AND s.id NOT IN ${OTHERS}`,
            'Other requests were filed in it',
          )} AS heldBy
     FROM ${EACH('o', 'intake_categories')} WHERE o.deleted_at IS NULL`,
]

interface Links {
  vendors: { id: string; of: string }[]
  documents: { id: string; of: string }[]
}

/** Which vendors and documents services, requests and documents among them need. */
const LINKS = {
  vendors: `SELECT s.vendor_id AS id, s.id AS "of" FROM ${EACH('s', 'services')}
     UNION ALL SELECT s.vendor_id, s.id FROM ${EACH('s', 'intake_submissions')} WHERE s.vendor_id IS NOT NULL
     UNION ALL SELECT l.target_id, l.document_id FROM json_each(?2) j CROSS JOIN document_links l
        ON l.company_id = ?1 AND l.document_id = j.value AND l.target_type = 'VENDOR'`,
  documents: `SELECT l.document_id AS id, l.target_id AS "of" FROM json_each(?2) j CROSS JOIN document_links l
        ON l.company_id = ?1 AND l.document_id = j.value AND l.target_type = 'INTAKE_SUBMISSION'`,
}

const ownReason = (found: Found, requestsAreOn: boolean): string | null => {
  if (!requestsAreOn && (found.kind === 'INTAKE_SUBMISSION' || found.kind === 'INTAKE_CATEGORY'))
    return 'Requests are turned off in your company'
  if (found.isChanged === 1) return 'It was changed since'
  if (found.touchedBy !== null) return `${found.touchedBy} has worked with it`
  return found.heldBy
}

/** What would go, what would stay and why, as things are now. */
export const planRemoval = async (
  context: StaffContext,
  { userId }: Pick<Load, 'userId'>,
  objects: readonly SampleObject[],
): Promise<Removal> => {
  const { db, actor } = context
  const there = objects.filter(({ removedAt }) => removedAt === null)
  // With what an attempt that broke off has removed: a document is still linked to its request.
  const all = objects.map(({ id }) => id)
  const ids = JSON.stringify(all)
  const results = await db.batch([
    ...FOUND.map((sql) => db.sql(sql, actor.companyId, ids, userId)),
    db.sql(LINKS.vendors, actor.companyId, ids),
    db.sql(LINKS.documents, actor.companyId, ids),
  ])
  const rowsAt = <T>(at: number): T[] => (results[at]?.results ?? []) as T[]
  const found = FOUND.flatMap((_, at) => rowsAt<Found>(at))
  const links: Links = { vendors: rowsAt(FOUND.length), documents: rowsAt(FOUND.length + 1) }
  const staying = new Map<string, Staying>()
  const of = (kind: SampleKind): Found[] => found.filter((each) => each.kind === kind)
  const keep = ({ kind, id, name }: Found, reason: string | null): void => {
    if (reason !== null) staying.set(id, { kind, id, name, reason })
  }
  /** The first one that stays and needs it. */
  const neededBy = (pairs: Links['vendors'], id: string): string | null => {
    const needing = pairs.find((pair) => pair.id === id && staying.has(pair.of))
    return needing ? `${staying.get(needing.of)?.name} stays and needs it` : null
  }
  const areOn = actor.policy.company.enableIntakeRequests
  for (const each of [...of('INTAKE_SUBMISSION'), ...of('SERVICE')]) keep(each, ownReason(each, areOn))
  for (const each of of('DOCUMENT')) keep(each, ownReason(each, areOn) ?? neededBy(links.documents, each.id))
  for (const each of of('VENDOR')) {
    const own = ownReason(each, areOn) ?? neededBy(links.vendors, each.id)
    keep(each, own ?? (await usesOf(context, VENDOR_REFERRED, [each], all))[0]?.text ?? null)
  }
  const request = of('INTAKE_SUBMISSION').find(({ id }) => staying.has(id))
  for (const each of of('INTAKE_CATEGORY'))
    keep(each, ownReason(each, areOn) ?? (request ? `${request.name} stays and needs it` : null))
  const known = new Set(found.map(({ id }) => id))
  return {
    going: found
      .filter(({ id }) => !staying.has(id))
      .map(({ id, kind, name, sequence, isDraft }) => ({ id, kind, name, sequence, isDraft: isDraft === 1 })),
    staying: [...staying.values()],
    gone: there.filter(({ id }) => !known.has(id)),
  }
}
