import { type Kind, nounOf } from '../../../schema/shared/kinds.ts'
import { AppError } from '../errors.ts'
import type { StaffContext } from '../operation.ts'
import { kindOf, type ObjectKind } from './registry.ts'

/**
 * Archived means archived for what attaches, too: nothing new names an archived vendor, service, document or request,
 * or a person who was disabled, whatever the door. What named it before keeps it, so that other changes can be saved.
 * And nothing is attached to what is archived: no comments, documents, forms, services or orders.
 */

/** What a person reads beside the field. */
export const archivedWords = (name: string): string => `${name} is archived. Unarchive it first, or choose another one.`
export const disabledWords = (name: string): string => `${name} was disabled. Choose someone else.`

/** The first of these that is archived and wasn't chosen before. */
const newlyArchived = <T extends { id: string; isArchived: unknown }>(
  found: readonly T[],
  before: ReadonlySet<string> = new Set(),
): T | undefined => found.find(({ id, isArchived }) => Boolean(isArchived) && !before.has(id))

/** Throws INVALID beside the field. */
export const refuseArchived = (
  field: string,
  found: readonly { id: string; name: string; isArchived: unknown }[],
  before?: ReadonlySet<string>,
): void => {
  const archived = newlyArchived(found, before)
  if (archived) {
    const message = archivedWords(archived.name)
    throw new AppError('INVALID', message, { fields: { [field]: message }, reason: 'ARCHIVED' })
  }
}

/** The refusal of attaching something to what is archived. */
export const isArchivedTarget = (noun: string): AppError =>
  new AppError('CONFLICT', `The ${noun} is archived. Unarchive it first.`, { reason: 'ARCHIVED' })

/** A closed order is no archived one: people still talk about it, and bills come for it. */
const CLOSES: ReadonlySet<Kind> = new Set(['PURCHASE_ORDER'])

/** SQL of when a row of this kind was archived: null for what is not, and for kinds that never are. */
export const archivedAtOf = ({ kind, search }: Pick<ObjectKind, 'kind' | 'search'>): string =>
  CLOSES.has(kind) ? 'NULL' : (search?.archivedAt ?? 'NULL')

/**
 * SQL of whether an object of a kind is archived, 0 without one.
 * @param id SQL of its id
 * @param company SQL of the company's id
 */
export const isArchivedSql = (kind: Kind, id: string, company: string): string => {
  const known = kindOf(kind)
  return known
    ? `EXISTS (SELECT 1 FROM ${known.rows.from} WHERE ${known.rows.id} = ${id} AND ${known.rows.company} = ${company}
         AND ${archivedAtOf(known)} IS NOT NULL)`
    : '0'
}

/** Throws CONFLICT (ARCHIVED) if one of these objects of the company is archived. One round trip. */
export const requireUnarchived = async (
  { db, actor }: StaffContext,
  targets: readonly { kind: Kind; id: string }[],
): Promise<void> => {
  const asked = targets.flatMap(({ kind, id }) => {
    const known = kindOf(kind)
    return known ? [{ known, id }] : []
  })
  if (asked.length === 0) return
  const rows = await db.all(
    db.sql(
      asked
        .map(
          ({ known }, index) =>
            `SELECT '${known.kind}' AS kind FROM ${known.rows.from}
              WHERE ${known.rows.id} = ?${index + 2} AND ${known.rows.company} = ?1 AND ${archivedAtOf(known)} IS NOT NULL`,
        )
        .join(' UNION ALL '),
      actor.companyId,
      ...asked.map(({ id }) => id),
    ),
  )
  const [archived] = rows as { kind: Kind }[]
  if (archived) throw isArchivedTarget(nounOf(archived.kind))
}
