import { documents } from '../../../../schema/documents/documents/tables.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { refuseArchived, requireUnarchived } from '../../../core/kinds/archived.ts'
import { kindOf, kindsWith } from '../../../core/kinds/registry.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { readableDocument, readableParams } from './access.ts'

/** The objects that documents are attached to. */

export interface Named {
  id: string
  name: string
}

const attachable =
  () => typed`SELECT ${select(documents, 'd', { id: 'id', name: 'displayName', isArchived: 'archivedAt' })}
  FROM documents d WHERE d.id IN (SELECT value FROM json_each(?5)) AND ${readableDocument()}`

const distinct = (documentIds: readonly string[]): string[] => [...new Set(documentIds)]

/** Reads documents for `attachableFrom`, along with what else is read. */
export const attachableStatement = ({ db, actor }: StaffContext, documentIds: readonly string[]) =>
  db.sql(attachable(), ...readableParams(actor), JSON.stringify(distinct(documentIds)))

/**
 * Documents that the person can attach: those they can read and that aren't archived. Throws INVALID for `documentIds`.
 * @param found what `attachableStatement` read
 * @param attached those that are attached already, or only taken off: they may be archived
 */
export const attachableFrom = (
  documentIds: readonly string[],
  found: readonly (Named & Parameters<typeof refuseArchived>[1][number])[],
  attached: ReadonlySet<string> = new Set(),
): Named[] => {
  if (found.length < distinct(documentIds).length)
    throw invalidField('documentIds', 'One of the documents doesn’t exist, or you don’t have access to it')
  refuseArchived('documentIds', found, attached)
  return found.map(({ id, name }) => ({ id, name }))
}

/** The same in a round trip of its own. */
export const requireDocuments = async (
  context: StaffContext,
  documentIds: string[],
  attached?: ReadonlySet<string>,
): Promise<Named[]> =>
  documentIds.length === 0
    ? []
    : attachableFrom(documentIds, await context.db.all(attachableStatement(context, documentIds)), attached)

/** Links documents to each of the targets, given as pairs of type and id. */
export const linkStatement = (
  { db, actor, clock }: StaffContext,
  documents: readonly Pick<Named, 'id'>[],
  targets: readonly (readonly [type: string, id: string])[],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
     SELECT ?1, d.value, t.value ->> 0, t.value ->> 1, ?2, ?3 FROM json_each(?4) d, json_each(?5) t WHERE 1
     ON CONFLICT (company_id, document_id, target_type, target_id)
     DO UPDATE SET created_by_user_id = COALESCE(created_by_user_id, excluded.created_by_user_id)`,
    actor.companyId,
    clock.now(),
    actor.userId,
    JSON.stringify(documents.map(({ id }) => id)),
    JSON.stringify(targets),
  )

export const unlinkStatement = (
  { db, actor }: StaffContext,
  documents: readonly Pick<Named, 'id'>[],
  targets: readonly (readonly [type: string, id: string])[],
): D1PreparedStatement =>
  db.sql(
    `DELETE FROM document_links WHERE company_id = ?1 AND document_id IN (SELECT value FROM json_each(?2))
        AND (target_type, target_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?3))`,
    actor.companyId,
    JSON.stringify(documents.map(({ id }) => id)),
    JSON.stringify(targets),
  )

/** The kinds that documents can be attached to on their own page, and in a document's form. */
export type HolderKind = 'VENDOR' | 'SERVICE'

/** Everyone can read its documents, and people who can change it choose them. */
export interface DocumentHolder extends Named {
  kind: HolderKind
  mayChange: boolean
}

/** The ones that exist in the company. */
export const readHolders = async (
  { db, actor }: StaffContext,
  wanted: Partial<Record<HolderKind, readonly string[]>>,
): Promise<DocumentHolder[]> => {
  const asked = kindsWith('documents').flatMap(({ kind, rows, documents }) => {
    const ids = wanted[kind as HolderKind] ?? []
    return ids.length > 0 ? [{ kind, rows, documents, ids }] : []
  })
  if (asked.length === 0) return []
  const parts = asked.map(
    ({ kind, rows, documents }, n) =>
      `SELECT '${kind}' AS kind, ${rows.id} AS id, ${rows.name} AS name, ${documents.owners} AS ownerIds
         FROM ${rows.from} WHERE ${rows.company} = ?1 AND ${rows.id} IN (SELECT value FROM json_each(?${n + 2}))`,
  )
  const found = await db.all<Named & { kind: HolderKind; ownerIds: string }>(
    db.sql(parts.join(' UNION ALL '), actor.companyId, ...asked.map(({ ids }) => JSON.stringify(ids))),
  )
  return found.map(({ ownerIds, ...holder }) => ({
    ...holder,
    mayChange: kindOf(holder.kind)?.documents?.mayChange(actor, JSON.parse(ownerIds) as string[]) ?? false,
  }))
}

/**
 * The objects with these ids. Throws INVALID for the field if one isn't the company's, or the person can't change it.
 */
export const requireRelations = async (context: StaffContext, wanted: Record<HolderKind, string[]>) => {
  const objects = await readHolders(context, wanted)
  const fields: Record<string, string> = {}
  const check = (kind: HolderKind, field: string, missing: string) => {
    const found = objects.filter((object) => object.kind === kind)
    if (found.length < new Set(wanted[kind]).size) fields[field] = missing
    const closed = found.find(({ mayChange }) => !mayChange)
    if (closed) fields[field] = `You can’t change the documents of ${withStop(closed.name)} Ask an owner.`
  }
  check('VENDOR', 'vendorId', 'Choose a vendor of your company')
  check('SERVICE', 'serviceIds', 'Choose services of your company')
  const [message] = Object.values(fields)
  if (message) throw new AppError('INVALID', message, { fields })
  return objects
}

export const targetsOf = (objects: readonly DocumentHolder[]) =>
  objects.map(({ kind, id: objectId }) => [kind, objectId] as const)

/** The same objects, none of which is archived. Throws CONFLICT otherwise. */
export const unarchived = async (context: StaffContext, holders: DocumentHolder[]): Promise<DocumentHolder[]> => {
  await requireUnarchived(context, holders)
  return holders
}

/** The ones of these documents that belong to another vendor. */
export const otherVendors = (
  { db, actor }: StaffContext,
  documentIds: readonly string[],
  vendorId: string,
): Promise<{ document: string; vendor: string }[]> =>
  db.all(
    db.sql(
      `SELECT d.display_name AS document, v.name AS vendor FROM json_each(?2) j
        CROSS JOIN document_links l ON l.company_id = ?1 AND l.document_id = j.value AND l.target_type = 'VENDOR'
        CROSS JOIN documents d ON d.id = l.document_id CROSS JOIN vendors v ON v.id = l.target_id
        WHERE l.target_id <> ?3`,
      actor.companyId,
      JSON.stringify(documentIds),
      vendorId,
    ),
  )

/** Two people gave a document a vendor at the same time. */
export const ONE_VENDOR = {
  'document_links.company_id, document_links.document_id': () =>
    new AppError('CONFLICT', 'This document was just moved to another vendor. Reload to see it.', {
      reason: 'STALE_VERSION',
    }),
}
