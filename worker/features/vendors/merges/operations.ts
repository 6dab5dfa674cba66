import * as endpoints from '../../../../schema/vendors/merges/endpoints.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { replaceReference } from '../../requests/submissions/index.ts'
import { newsOf } from '../vendors/index.ts'
import { backStatements, countsOf, goneStatement, type Move, moveStatements } from './move.ts'
import { movesOf, type Pair, requireMergeable, undoUntil } from './read.ts'
import { inWords } from './registry.ts'
import {
  readDefinitions,
  recordDefinitions,
  restoreDefinitions,
  restoreStatements,
  rewriteStatements,
} from './texts.ts'
import { columnWord, fieldsOf, survivorColumns, type VendorRecord } from './values.ts'

const SUBJECT = 'One of the vendors'

/** Computed by triggers from what is moved. */
const DERIVED = new Set([
  'owner_ids',
  'category_ids',
  'department_ids',
  'spend_category_ids',
  'services_count',
  'documents_count',
  'next12_spend',
  'next12_sort',
  'next12_rated',
  'next12_unrated',
  'figures_month',
  'last12_spend',
  'last12_month',
  // In rows of merges made when vendors had a copy of names.
  'names',
])

const quoted = (column: string): string => `"${column}"`

/** Sets these columns and a new version on a vendor. Fails if it changed since `version`. */
const updateVendorStatements = (
  { db, actor }: StaffContext,
  id: string,
  version: number,
  columns: VendorRecord,
): D1PreparedStatement[] => {
  const names = Object.keys(columns)
  return [
    db.sql(
      `UPDATE vendors SET version = version + 1${names.map((name, index) => `, ${quoted(name)} = ?${index + 4}`).join('')}
        WHERE company_id = ?1 AND id = ?2 AND version = ?3`,
      actor.companyId,
      id,
      version,
      ...names.map((name) => columns[name] ?? null),
    ),
    guardOneRow(db),
    ...('name' in columns ? copyNameStatements(db, actor.companyId, 'VENDOR', [id]) : []),
  ]
}

/** Former names also find the remaining vendor. */
const formerNames = ({ db, actor }: StaffContext, vendorId: string): D1PreparedStatement =>
  db.sql(
    `UPDATE search_entries SET details = coalesce((SELECT group_concat(m.from_name, ' ') FROM vendor_merges m
        WHERE m.company_id = ?1 AND m.survivor_id = ?2 AND m.undone_at IS NULL), '')
      WHERE company_id = ?1 AND kind = 'VENDOR' AND target_id = ?2`,
    actor.companyId,
    vendorId,
  )

const only = (vendor: VendorRecord, columns: VendorRecord): VendorRecord =>
  Object.fromEntries(Object.keys(columns).map((column) => [column, vendor[column] ?? null]))

/**
 * Merges one vendor into another in one commit. Throws NOT_FOUND, INVALID for `fromVendorId` or an unknown field in
 * `choices`, CONFLICT if one of them changed.
 */
export const mergeVendors = command({
  id: 'vendors.merge',
  access: 'vendors.merge',
  input: inputOf(endpoints.mergeVendors),
  run: async (context, { vendorId, fromVendorId, choices, version, fromVersion }) => {
    const { db, actor, clock, newId } = context
    const pair = await requireMergeable(context, vendorId, fromVendorId)
    const { from, into, counts, questions } = pair
    if (into.version !== version || from.version !== fromVersion) throw staleVersion(SUBJECT)
    const known = new Set<string>([
      ...endpoints.MERGE_FIELDS.map(({ key }) => key),
      ...questions.map(({ id }) => `field:${id}`),
    ])
    if (Object.keys(choices).some((key) => !known.has(key))) {
      throw invalidField('choices', 'Choose a vendor for fields that they have')
    }
    const [name, mergeId] = [String(from.name), newId()]
    const move: Move = { db, companyId: actor.companyId, mergeId, fromId: fromVendorId, intoId: vendorId }
    const columns = survivorColumns(from, into, choices)
    const survivorName = String(columns.name ?? into.name)
    const why = `the vendor ${name} was merged into ${survivorName}`
    const definitions = recordDefinitions(move)
    const places = await replaceReference(context, fromVendorId, vendorId, why)
    const changed = {
      moved: movesOf(counts).map(({ text }) => text),
      ...(places.changed.workflows.length > 0 && { workflows: places.changed.workflows }),
      ...(places.changed.forms.length > 0 && { forms: places.changed.forms }),
    }
    return commit(context, {
      subject: SUBJECT,
      statements: [
        ...pair.guards,
        db.sql(
          `INSERT INTO vendor_merges (id, company_id, from_id, into_id, survivor_id, from_name, into_name, from_row,
                                      into_before, into_after, counts, created_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          mergeId,
          actor.companyId,
          fromVendorId,
          vendorId,
          vendorId,
          name,
          survivorName,
          JSON.stringify(from),
          JSON.stringify(only(into, columns)),
          JSON.stringify(columns),
          JSON.stringify(counts),
          actor.userId,
          clock.now(),
        ),
        db.sql(
          `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key)
           SELECT ?1, ?3, 'vendor_merges', json_array(id) FROM vendor_merges
            WHERE company_id = ?1 AND survivor_id = ?2 AND undone_at IS NULL`,
          actor.companyId,
          fromVendorId,
          mergeId,
        ),
        db.sql(
          `UPDATE vendor_merges SET survivor_id = ?3 WHERE company_id = ?1 AND survivor_id = ?2 AND undone_at IS NULL`,
          actor.companyId,
          fromVendorId,
          vendorId,
        ),
        ...moveStatements(move),
        ...definitions.first,
        ...places.statements,
        ...definitions.last,
        ...rewriteStatements(move),
        db.sql(
          'DELETE FROM vendors WHERE company_id = ? AND id = ? AND version = ?',
          actor.companyId,
          fromVendorId,
          fromVersion,
        ),
        guardOneRow(db),
        // Done after the other one is deleted, because its name may be the one to keep.
        ...updateVendorStatements(context, vendorId, version, columns),
        formerNames(context, vendorId),
      ],
      audit: [
        {
          changeKey: `vendor:${vendorId}:v${version + 1}`,
          action: 'vendor.took-over',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: `Merged in the vendor ${name}`,
          changeData: { ...inHistory(pair, columns), from: { id: fromVendorId, name }, ...changed },
        },
        {
          changeKey: `vendor:${fromVendorId}:v${fromVersion + 1}`,
          action: 'vendor.merged',
          targetType: 'VENDOR',
          targetId: fromVendorId,
          message: `Merged the vendor ${name} into ${survivorName}`,
          changeData: { before: { name }, after: { mergedInto: { id: vendorId, name: survivorName } }, ...changed },
        },
        ...places.audit,
      ],
      outbox: [
        ...newsOf(context, { kind: 'MERGED', fromName: name }, [
          { id: vendorId, name: survivorName, ownerIds: ownersOf(from, into) },
        ]),
        ...toldDirectory(fromVendorId, vendorId),
      ],
      result: { id: vendorId, mergeId },
      onDuplicate: {
        vendors_name: () => invalidField('choices', 'Another vendor has this name'),
        // Someone has just merged it.
        'vendor_merges.company_id, vendor_merges.from_id': () => staleVersion(SUBJECT),
      },
    })
  },
})

/** Includes owners of both, because those of the removed vendor are notified as well. */
const ownersOf = (...vendors: VendorRecord[]): string[] => [
  ...new Set(vendors.flatMap((vendor) => JSON.parse(String(vendor.owner_ids ?? '[]')) as string[])),
]

/** The directory has the vendors' own side of portal accounts. */
const toldDirectory = (...vendorIds: string[]): NonNullable<Change<unknown>['outbox']> => [
  { topic: 'vendor-portal.customers', payload: { vendorIds } },
]

/** What changed on the remaining vendor, in words. */
const inHistory = ({ into, questions, names }: Pair, columns: VendorRecord) => {
  const changed = fieldsOf({ ...into, ...columns }, into, questions, names).filter((field) => field.from !== field.into)
  const side = (of: 'from' | 'into') => Object.fromEntries(changed.map((field) => [field.label, field[of]]))
  return changed.length > 0 ? { before: side('into'), after: side('from') } : {}
}

interface UndoneMerge {
  id: string
  fromId: string
  intoId: string
  fromName: string
  intoName: string
  fromRow: string
  intoBefore: string
  intoAfter: string
  createdAt: number
  undoneAt: number | null
}

const cannot = (message: string, reason: string): AppError => new AppError('RULE_BROKEN', message, { reason })

const requireMerge = async ({ db, actor, clock }: StaffContext, mergeId: string) => {
  const merge = await db.first<UndoneMerge>(
    db.sql(
      `SELECT id, from_id AS fromId, into_id AS intoId, from_name AS fromName, into_name AS intoName, from_row AS fromRow,
              into_before AS intoBefore, into_after AS intoAfter, created_at AS createdAt, undone_at AS undoneAt
         FROM vendor_merges WHERE company_id = ? AND id = ?`,
      actor.companyId,
      mergeId,
    ),
  )
  if (!merge) throw notFound('The merge')
  if (merge.undoneAt !== null) throw cannot('This merge was already undone.', 'ALREADY_UNDONE')
  if (clock.now() >= undoUntil(merge.createdAt)) {
    throw cannot('A merge can only be undone within one day.', 'TOO_LATE')
  }
  return merge
}

/** Why the two can't be separated again, or null. */
const obstacle = async ({ db, actor }: StaffContext, merge: UndoneMerge, givenBackName: string | null) => {
  const [into, merged, taken] = await db.batch([
    db.sql('SELECT * FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, merge.intoId),
    db.sql(
      'SELECT into_name AS name FROM vendor_merges WHERE company_id = ? AND from_id = ? AND undone_at IS NULL',
      actor.companyId,
      merge.intoId,
    ),
    db.sql(
      `SELECT name FROM vendors WHERE company_id = ?1 AND id <> ?2 AND lower(name) IN (lower(?3), lower(?4))`,
      actor.companyId,
      merge.intoId,
      merge.fromName,
      givenBackName ?? merge.fromName,
    ),
  ])
  const survivor = into?.results[0] as VendorRecord | undefined
  const later = merged?.results[0]
  if (later)
    return { error: cannot(`${merge.intoName} was merged into ${later.name} since. Undo it first.`, 'MERGED_SINCE') }
  if (!survivor) return { error: cannot(`${merge.intoName} was deleted since.`, 'DELETED_SINCE') }
  const other = taken?.results[0]
  if (other) {
    return { error: cannot(`Another vendor is now called ${other.name} . Rename it first.`, 'NAME_TAKEN') }
  }
  return { survivor }
}

/**
 * The previous columns of the remaining vendor, if they are still as the merge left them, and the labels of the others.
 */
const givenBack = (merge: UndoneMerge, survivor: VendorRecord) => {
  const after = JSON.parse(merge.intoAfter) as VendorRecord
  const before = JSON.parse(merge.intoBefore) as VendorRecord
  const isSame = (column: string) => (survivor[column] ?? null) === (after[column] ?? null)
  const columns = Object.fromEntries(Object.entries(before).filter(([column]) => isSame(column)))
  return { columns, changed: Object.keys(before).filter((column) => !isSame(column)) }
}

/**
 * Separates a merged vendor again. What was moved, changed or deleted since stays as it is and is listed. Throws
 * NOT_FOUND, or RULE_BROKEN with the reason: too late, already undone, or what prevents it.
 */
export const undoVendorMerge = command({
  id: 'vendors.undo-merge',
  access: 'vendors.merge',
  input: inputOf(endpoints.undoVendorMerge),
  run: async (context, { mergeId }) => {
    const { db, actor, clock } = context
    const merge = await requireMerge(context, mergeId)
    const nameBefore = (JSON.parse(merge.intoBefore) as VendorRecord).name
    const { survivor, error } = await obstacle(context, merge, typeof nameBefore === 'string' ? nameBefore : null)
    if (!survivor) throw error
    const { columns, changed } = givenBack(merge, survivor)
    const from = JSON.parse(merge.fromRow) as VendorRecord
    const move: Move = { db, companyId: actor.companyId, mergeId, fromId: merge.fromId, intoId: merge.intoId }
    if (changed.includes('name') && String(survivor.name).toLowerCase() === merge.fromName.toLowerCase()) {
      throw cannot(`${survivor.name} keeps this name. Rename it first.`, 'NAME_TAKEN')
    }
    const gone = countsOf((await db.first<Record<string, unknown>>(goneStatement(move))) ?? undefined)
    const why = `the merge of ${merge.fromName} into ${merge.intoName} was undone`
    const definitions = restoreDefinitions(move, await readDefinitions(db, actor.companyId, mergeId), {
      userId: actor.userId,
      now: clock.now(),
      why,
    })
    const kept = [
      ...gone.map(
        ({ noun, count }) => `${inWords([{ noun, count }])} ${count === 1 ? 'was' : 'were'} moved on or deleted since`,
      ),
      ...definitions.kept.map(
        ({ place, name }) =>
          `The ${place === 'intake_workflows' ? 'workflow' : 'form of'} ${name} was changed since and stays as it is`,
      ),
      ...changed
        .filter((column) => column !== 'match_key')
        .map((column) => `${merge.intoName} keeps its ${columnWord(column)}, which was changed since`),
    ]
    const restored = Object.keys(from).filter((column) => !DERIVED.has(column) && column !== 'version')
    const nextVersion = Number(from.version) + 2
    const version = Number(survivor.version)
    return commit(context, {
      subject: SUBJECT,
      statements: [
        db.sql(
          `UPDATE vendor_merges SET undone_at = ?3, undone_by_user_id = ?4, undo_kept = ?5
            WHERE company_id = ?1 AND id = ?2 AND undone_at IS NULL`,
          actor.companyId,
          mergeId,
          clock.now(),
          actor.userId,
          JSON.stringify(kept),
        ),
        guardOneRow(db),
        // Vendors once merged into the restored one lead to it again.
        db.sql(
          `UPDATE vendor_merges SET survivor_id = ?2 WHERE company_id = ?1 AND undone_at IS NULL
              AND json_array(id) IN (SELECT row_key FROM vendor_merge_moves
                                      WHERE company_id = ?1 AND merge_id = ?3 AND place = 'vendor_merges')`,
          actor.companyId,
          merge.fromId,
          mergeId,
        ),
        ...updateVendorStatements(context, merge.intoId, version, columns),
        db.sql(
          `INSERT INTO vendors (version, ${restored.map(quoted).join(', ')})
           SELECT ?1, ${restored.map((column) => `?2 ->> '$.${column}'`).join(', ')}`,
          nextVersion,
          merge.fromRow,
        ),
        ...restoreStatements(move),
        ...definitions.statements,
        ...backStatements(move),
        formerNames(context, merge.intoId),
        formerNames(context, merge.fromId),
      ],
      audit: [
        {
          changeKey: `vendor:${merge.intoId}:v${version + 1}`,
          action: 'vendor.gave-back',
          targetType: 'VENDOR',
          targetId: merge.intoId,
          message: `Restored the vendor ${merge.fromName}: its merge was undone`,
          changeData: { kept },
        },
        {
          changeKey: `vendor:${merge.fromId}:v${nextVersion}`,
          action: 'vendor.came-back',
          targetType: 'VENDOR',
          targetId: merge.fromId,
          message: `Undid the merge of the vendor ${merge.fromName} into ${merge.intoName}`,
          changeData: { kept },
        },
        ...definitions.audit,
      ],
      outbox: [
        ...newsOf(context, { kind: 'MERGE_UNDONE', fromName: merge.fromName }, [
          { id: merge.intoId, name: merge.intoName, ownerIds: ownersOf(from, survivor) },
        ]),
        ...toldDirectory(merge.fromId, merge.intoId),
      ],
      result: { id: merge.intoId, fromId: merge.fromId, kept },
      onDuplicate: { vendors_name: () => cannot('Another vendor now has one of these names.', 'NAME_TAKEN') },
    })
  },
})
