import type { InUseReason } from '../../schema/platform/organisation/unit-shapes.ts'
import type { FormDefinition } from '../../schema/requests/forms/form.ts'
import type { Kind } from '../../schema/shared/kinds.ts'
import type { Clock } from './clock.ts'
import type { Change } from './commit.ts'
import type { Database } from './database.ts'
import { AppError } from './errors.ts'
import type { StaffContext } from './operation.ts'

/**
 * Who uses this: the one registry of references. Each area registers where what it stores names other things: units,
 * vendors, services, documents, categories, matrices, and questions of forms. So whatever is deleted, merged or
 * changed knows what would break, without knowing who uses it.
 *
 * The rule that stands on it: no change of configuration switches an approval off in silence. A change that takes
 * something away is refused in words that name its users (`refuseWhileUsed`, `brokenByChange`), or they follow it
 * (`replaceReferences`). The statement that deletes repeats the check (`unusedSql`), for what was saved meanwhile.
 */

type Row = Record<string, unknown>

/** What can be referred to. Columns of matrices and bank accounts have no page of their own. */
export type ReferredKind = Kind | 'MATRIX_COLUMN' | 'BANK_ACCOUNT'

/** A kind of object, as those who refer to it need it. */
export interface Referred {
  auditTarget: ReferredKind
  /** In sentences: "business unit". */
  noun: string
  /** In actions and change keys of the history: "business-unit". */
  key: string
  /** Workflows can ask its people to approve, under the unit's name. */
  asks: boolean
  /** Where services refer to it: in their links, or in a column. */
  services: { link: 'DEPARTMENT' | 'LOCATION' } | { column: 'business_unit_id' | 'spend_category_id' } | null
}

/** What can be referred to and is no unit. */
export const referred = (auditTarget: ReferredKind, noun: string): Referred => ({
  auditTarget,
  noun,
  key: auditTarget.toLowerCase().replaceAll('_', '-'),
  asks: false,
  services: null,
})

export interface ReferredObject {
  id: string
  name: string
}

/** A place that may refer to an object: what to read there, and what to say about it. */
export interface UseSource {
  statements: D1PreparedStatement[]
  /** @param rows those of each statement */
  reasons(...rows: Row[][]): InUseReason[]
}

/** What is counted apart. The guards abort a batch while it is. */
export interface Apart extends UseSource {
  guards: D1PreparedStatement[]
}

export interface Replacement {
  /** Names of what changed, for the history. */
  changed: Record<string, string[]>
  statements: D1PreparedStatement[]
  audit: Change<unknown>['audit']
}

/** For whom something is forgotten: people, and jobs that go on for them. */
export interface Forgetting {
  db: Pick<Database, 'sql' | 'all'>
  actor: { companyId: string }
  clock: Clock
}

/** Where an area refers to objects. */
export interface ReferenceHolder {
  /** Reasons are listed in this order. */
  order: number
  /**
   * What refers to the object, at most `shown` of it; null where objects of this kind are never referred to.
   * @param besides ids of objects whose references don't count, because they go with it
   */
  uses(
    context: StaffContext,
    of: Referred,
    object: ReferredObject,
    shown: number,
    besides: readonly string[],
  ): UseSource | null
  /** SQL that holds while nothing refers to object ?1 of company ?2. */
  unusedSql?(of: Referred): string | null
  /** A field of the units of a kind: SQL of a JSON list of `{ id, name }` for the unit `t`. */
  lists?: { of: Kind; field: string; sql: string }
  /** Statements for the batch in which these objects are deleted: what names them and keeps no one from it forgets them. */
  forget?(context: Forgetting, ids: readonly string[]): Promise<D1PreparedStatement[]>
  /**
   * What can't be told apart once one object is another, and has to be settled before they are merged. Its guards abort
   * the batch of a merge if that has begun meanwhile.
   */
  apart?(context: StaffContext, of: Referred, fromId: string, toId: string): Apart | null
  /** @param why ends the sentences of the history */
  replace?(context: StaffContext, of: Referred, fromId: string, toId: string, why: string): Promise<Replacement>
}

/** Rows of an area that belong to requests. */
interface OfRequests {
  order: number
  /** The table with an alias, and SQL of its columns: the id, what names a row, and the request of each kind. */
  rows: { from: string; id: string; name: string; company: string; of: Partial<Record<ReferredKind, string>> }
  /** SQL condition of rows that weren't deleted. */
  present?: string
  /** What the first of them is, in words, as far as the person may know. */
  text(context: StaffContext, name: string): string
  href(id: string): string
}

/** Called for each kind of object that would be left behind if its request were deleted. */
export const registerOfRequests = ({ order, rows, present = '1', text, href }: OfRequests): void =>
  registerReferences({
    order,
    uses: (context, { auditTarget }, { id }, shown) => {
      const request = rows.of[auditTarget]
      if (!request) return null
      const sql = `SELECT ${rows.id} AS id, ${rows.name} AS name FROM ${rows.from}
        WHERE ${rows.company} = ?1 AND ${request} = ?2 AND ${present} ORDER BY 1 LIMIT ?3`
      return {
        statements: [context.db.sql(sql, context.actor.companyId, id, shown)],
        reasons: (found) =>
          (found ?? []).map((row) => ({
            kind: 'REQUEST',
            text: text(context, String(row.name)),
            href: href(String(row.id)),
          })),
      }
    },
  })

const holders: ReferenceHolder[] = []

/** Called when the module of an area is loaded. */
export const registerReferences = (...more: readonly ReferenceHolder[]): void => {
  holders.push(...more)
}

export const referenceHolders = (): readonly ReferenceHolder[] => holders.toSorted((a, b) => a.order - b.order)

/** Ids contain no quotes, so a quoted id is never part of another one. */
export const quoted = (id: string): string => `"${id}"`

/** As many for each reason as a person can look through at once. */
const SHOWN = 20

/** Everything that refers to any of these objects, in one round trip. */
export const usesOf = async (
  context: StaffContext,
  of: Referred,
  objects: readonly ReferredObject[],
  besides: readonly string[] = [],
): Promise<InUseReason[]> => {
  const sources = objects.flatMap((object) =>
    referenceHolders().flatMap((holder) => holder.uses(context, of, object, SHOWN, besides) ?? []),
  )
  const results = await context.db.batch(sources.flatMap((source) => source.statements))
  const rows = results.map((result) => result.results)
  return sources.flatMap((source) => source.reasons(...rows.splice(0, source.statements.length)))
}

/** The condition of a statement that deletes object ?1 of company ?2: nothing has started to refer to it. */
export const unusedSql = (of: Referred): string =>
  referenceHolders()
    .flatMap((holder) => holder.unusedSql?.(of) ?? [])
    .join(' AND ') || '1'

/** The same for a list of objects: `list` and `company` are parameters. */
export const unusedListSql = (of: Referred, list: string, company: string): string => {
  const unused = unusedSql(of).replaceAll('?1', 'named.value').replaceAll('?2', company)
  return `NOT EXISTS (SELECT 1 FROM json_each(${list}) named WHERE NOT (${unused}))`
}

/** "Used by the rule “Legal” of the workflow Software. Change that first." */
const inWords = (reasons: readonly InUseReason[]): string => {
  const [first] = reasons
  if (!first) return ''
  const more = reasons.length - 1
  return ` ${first.text}${more > 0 ? `, and ${more} more ${more > 1 ? 'places use' : 'place uses'} it` : ''}.`
}

/** The refusal of a change that would leave these references behind. */
export const inUse = (message: string, reasons: readonly InUseReason[]): AppError =>
  new AppError('RULE_BROKEN', `${message}${inWords(reasons)}`, { reason: 'IN_USE', details: reasons })

interface Refusing {
  /** What can't be done; by default that the object can't be deleted. */
  message?: string
  /** Whether a use prevents it; by default each does. */
  stands?: (use: InUseReason) => boolean
  besides?: readonly string[]
}

/** Throws RULE_BROKEN (IN_USE) with the reasons as details. */
export const refuseWhileUsed = async (
  context: StaffContext,
  of: Referred,
  objects: readonly ReferredObject[],
  { message, stands = () => true, besides }: Refusing = {},
): Promise<void> => {
  const reasons = (await usesOf(context, of, objects, besides)).filter(stands)
  if (reasons.length === 0) return
  const names = objects.map(({ name }) => name).join(', ')
  throw inUse(message ?? `${names} cannot be deleted while it is in use.`, reasons)
}

/** For the batch that deletes these objects, once nothing keeps them: what names them forgets them. */
export const forgetReferences = async (context: Forgetting, ids: readonly string[]): Promise<D1PreparedStatement[]> => {
  if (ids.length === 0) return []
  const statements: D1PreparedStatement[] = []
  for (const { forget } of referenceHolders()) if (forget) statements.push(...(await forget(context, ids)))
  return statements
}

/** Every reference follows from one object to another. */
export const replaceReferences = async (
  context: StaffContext,
  of: Referred,
  fromId: string,
  toId: string,
  why: string,
): Promise<Replacement> => {
  const replacements: Replacement[] = []
  for (const { replace } of referenceHolders())
    if (replace) replacements.push(await replace(context, of, fromId, toId, why))
  return {
    changed: Object.assign({}, ...replacements.map((replacement) => replacement.changed)),
    statements: replacements.flatMap(({ statements }) => statements),
    audit: replacements.flatMap(({ audit }) => audit),
  }
}

/** A new version of a form, or of the custom fields of vendors and services. */
export interface FormChange {
  /** Null for custom fields. */
  categoryId: string | null
  before: FormDefinition
  after: FormDefinition
}

/** What a change would break, beside the question that changes. */
export interface Broken {
  questionId: string
  message: string
}

type FormReader = (context: StaffContext, change: FormChange) => Promise<Broken[]>
const formReaders: FormReader[] = []

/** Where an area reads questions and options of forms. It says what a change of them would break. */
export const registerFormReader = (reader: FormReader): void => {
  formReaders.push(reader)
}

/** Throws INVALID (QUESTION_IN_USE) with a message for each question that something still reads as it was. */
export const refuseWhileRead = async (context: StaffContext, change: FormChange): Promise<void> => {
  const fields: Record<string, string> = {}
  for (const reader of formReaders)
    for (const { questionId, message } of await reader(context, change)) fields[questionId] ??= message
  const [first] = Object.values(fields)
  if (first) throw new AppError('INVALID', first, { fields, reason: 'QUESTION_IN_USE' })
}
