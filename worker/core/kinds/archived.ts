import { AppError } from '../errors.ts'

/**
 * Archived means archived for what attaches, too: nothing new names an archived vendor, service, document or request,
 * or a person who was disabled, whatever the door. What named it before keeps it, so that other changes can be saved.
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
