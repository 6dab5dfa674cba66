import type { InUseReason } from '../../../../schema/platform/organisation/unit-shapes.ts'
import type { Question } from '../../../../schema/requests/forms/form.ts'
import * as endpoints from '../../../../schema/vendors/merges/endpoints.ts'
import type { CustomFormFields } from '../../../../schema/vendors/settings/fields.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { isArchivedTarget } from '../../../core/kinds/archived.ts'
import { apartReasons, apartSources, refuseApart } from '../../../core/merges/apart.ts'
import { LOOKUPS } from '../../../core/object-names.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'

import { missingVendor, usesCategories, VENDOR_REFERRED } from '../vendors/index.ts'
import { countsOf, countsStatement, type PlaceCount } from './move.ts'
import { inWords } from './registry.ts'
import { fieldsOf, listsOf, type Names, type VendorRecord } from './values.ts'

export interface Pair {
  from: VendorRecord
  into: VendorRecord
  counts: PlaceCount[]
  questions: Question[]
  names: Names
  /** Places that count both apart, and that abort the merge if they begin to. */
  settleFirst: InUseReason[]
  guards: D1PreparedStatement[]
}

/** Custom fields: those of all vendors first, then those of the categories. */
const questionsStatement = ({ db, actor }: StaffContext): D1PreparedStatement =>
  db.sql(
    'SELECT vendor_category_id AS categoryId, definition FROM custom_form_fields WHERE company_id = ? ORDER BY vendor_category_id',
    actor.companyId,
  )

/** Names of the people and categories of both vendors ?2 and ?3, and of everything their answers refer to. */
const namesStatement = ({ db, actor }: StaffContext, intoId: string, fromId: string): D1PreparedStatement =>
  db.sql(
    `WITH both(answers, owner_ids, category_ids, signer_user_id) AS MATERIALIZED (
            SELECT answers, owner_ids, category_ids, signer_user_id FROM vendors WHERE company_id = ?1 AND id IN (?2, ?3)),
          ids(id) AS MATERIALIZED (
            SELECT t.value FROM both b, json_tree(b.answers) t WHERE t.type = 'text' AND length(t.value) <= 64
            UNION SELECT o.value FROM both b, json_each(b.owner_ids) o
            UNION SELECT c.value FROM both b, json_each(b.category_ids) c
            UNION SELECT b.signer_user_id FROM both b WHERE b.signer_user_id IS NOT NULL)
     SELECT id, trim(COALESCE((SELECT name FROM vendor_categories WHERE id = ids.id AND +company_id = ?1),
                              ${LOOKUPS.join(', ')})) AS name FROM ids`,
    actor.companyId,
    intoId,
    fromId,
  )

const questionsOf = (rows: Record<string, unknown>[], vendors: VendorRecord[]): Question[] => {
  const categories = new Set(['', ...vendors.flatMap((vendor) => JSON.parse(String(vendor.category_ids)) as string[])])
  return rows
    .filter(({ categoryId }) => categories.has(String(categoryId)))
    .flatMap(({ definition }) => (JSON.parse(String(definition)) as CustomFormFields).vendorFormFields)
}

/** Both vendors, and what refers to the one to be removed. Throws NOT_FOUND, INVALID for `fromVendorId`. */
const requirePair = async (context: StaffContext, intoId: string, fromId: string): Promise<Pair> => {
  const { db, actor } = context
  const one = (id: string) => db.sql('SELECT * FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, id)
  const sources = apartSources(context, VENDOR_REFERRED, fromId, intoId)
  const [into, from, counts, fields, names, ...apart] = await db.batch([
    one(intoId),
    one(fromId),
    countsStatement(db, actor.companyId, fromId),
    questionsStatement(context),
    namesStatement(context, intoId, fromId),
    ...sources.flatMap(({ statements }) => statements),
  ])
  const [intoRow, fromRow] = [into?.results[0], from?.results[0]] as (VendorRecord | undefined)[]
  if (!intoRow) throw await missingVendor(context, intoId)
  if (!fromRow || fromId === intoId) throw invalidField('fromVendorId', 'Choose another vendor of your company')
  return {
    from: fromRow,
    into: intoRow,
    counts: countsOf(counts?.results[0]),
    questions: questionsOf(fields?.results ?? [], [intoRow, fromRow]),
    names: new Map((names?.results ?? []).flatMap(({ id, name }) => (name ? [[String(id), String(name)]] : []))),
    settleFirst: apartReasons(
      sources,
      apart.map(({ results }) => results),
    ),
    guards: sources.flatMap(({ guards }) => guards),
  }
}

/**
 * The same for a merge. Throws CONFLICT (ARCHIVED) for one in use into an archived one, RULE_BROKEN (SETTLE_FIRST) while
 * both are in places that count them apart.
 */
export const requireMergeable = async (context: StaffContext, intoId: string, fromId: string): Promise<Pair> => {
  const pair = await requirePair(context, intoId, fromId)
  // What is bought from one in use would be bought from an archived one.
  if (pair.into.archived_at !== null && pair.from.archived_at === null) throw isArchivedTarget('remaining vendor')
  const [from, into] = [pair.from, pair.into].map(({ id, name }) => ({ id: String(id), name: String(name) }))
  if (from && into) refuseApart(from, into, pair.settleFirst)
  return pair
}

export const movesOf = (counts: PlaceCount[]): endpoints.MergePreview['moves'] =>
  counts.map(({ place, noun, count }) => ({ place, count, text: inWords([{ noun, count }]) }))

const sideOf = (vendor: VendorRecord): endpoints.MergePreview['into'] => ({
  id: String(vendor.id),
  name: String(vendor.name),
  archived: vendor.archived_at !== null,
  version: Number(vendor.version),
  createdAt: new Date(Number(vendor.created_at)).toISOString(),
})

export const previewVendorMerge = query({
  id: 'vendors.preview-merge',
  access: 'vendors.merge',
  input: inputOf(endpoints.previewVendorMerge),
  run: async (context, { vendorId, fromVendorId }): Promise<endpoints.MergePreview> => {
    const { from, into, questions, names, counts, settleFirst } = await requirePair(context, vendorId, fromVendorId)
    return {
      from: sideOf(from),
      into: sideOf(into),
      fields: fieldsOf(from, into, questions, names),
      lists: listsOf(from, into, names, usesCategories(context.actor)),
      moves: movesOf(counts),
      settleFirst,
    }
  },
})

export interface StoredMerge {
  id: string
  fromId: string
  intoId: string
  fromName: string
  intoName: string
  counts: string
  createdAt: number
  createdBy: string | null
  undoneAt: number | null
  undoKept: string
}

const HOUR_MS = 60 * 60 * 1000

export const undoUntil = (createdAt: number): number => createdAt + endpoints.UNDO_HOURS * HOUR_MS

export const listVendorMerges = query({
  id: 'vendors.list-merges',
  access: 'vendors.merge',
  input: inputOf(endpoints.listVendorMerges),
  run: async ({ db, actor, clock }, { vendorId }) => {
    const [found, merges] = await db.batch([
      db.sql('SELECT 1 AS found FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      mergesStatement({ db, actor }, vendorId),
    ])
    if (!found?.results[0]) throw notFound('The vendor')
    const rows = (merges?.results ?? []) as unknown as StoredMerge[]
    return rows.map(
      (row): endpoints.VendorMerge => ({
        id: row.id,
        from: { id: row.fromId, name: row.fromName },
        into: { id: row.intoId, name: row.intoName },
        createdAt: new Date(row.createdAt).toISOString(),
        createdBy: row.createdBy ?? '',
        moves: movesOf(JSON.parse(row.counts) as PlaceCount[]),
        undoUntil: new Date(undoUntil(row.createdAt)).toISOString(),
        canUndo: row.undoneAt === null && clock.now() < undoUntil(row.createdAt),
        undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt).toISOString(),
        kept: JSON.parse(row.undoKept) as string[],
      }),
    )
  },
})

/** The last hundred. The query plan test uses it too. */
export const mergesStatement = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  vendorId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT m.id, m.from_id AS fromId, m.into_id AS intoId, m.from_name AS fromName, m.into_name AS intoName, m.counts,
            m.created_at AS createdAt, trim(u.first_name || ' ' || u.last_name) AS createdBy, m.undone_at AS undoneAt,
            m.undo_kept AS undoKept
       FROM vendor_merges m LEFT JOIN users u ON u.id = m.created_by_user_id
      WHERE m.company_id = ? AND m.into_id = ? ORDER BY m.created_at DESC, m.id DESC LIMIT 100`,
    actor.companyId,
    vendorId,
  )
