import type { z } from 'zod'
import { type MappingSaved, saveMappings } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import {
  FURTHER_FIELDS,
  type MappingChange,
  mappingChange,
  TARGETS,
  UNDO_DAYS,
} from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { EXPENSE_ACCOUNT_TYPES, REVENUE_ACCOUNT_TYPES } from '../../../../schema/platform/accounting/values.ts'
import { commit } from '../../../core/commit.ts'
import { violatedUnique } from '../../../core/database.ts'
import { AppError, invalidFields, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { newUnits } from '../../platform/organisation/index.ts'
import { newVendors } from '../../vendors/vendors/index.ts'
import { followVendors, learnStatements } from './linking/learn.ts'
import { idFieldsOf, type Mapping, TARGET_UNITS } from './mapping-kinds.ts'
import {
  type ChangedMapping,
  isSameMapping,
  type MappedObject,
  mappingAudit,
  objectsStatement,
  type Saving,
  toObject,
  writeStatements,
} from './mapping-write.ts'

/** Saving what objects of the accounting system are: all rows in one commit, which can be undone as a whole. */

const DAY_MS = 24 * 60 * 60 * 1000
/** How often a save without versions is tried again. */
const TRIES = 4

type Faults = Record<string, string>
/** Where a message about a field of a row goes. */
type At = (place: number, field: string) => string
const inChanges: At = (place, field) => `changes.${place}.${field}`

const typesOf = (kind: MappedKind): readonly string[] =>
  kind === 'EXPENSE_ACCOUNT' ? EXPENSE_ACCOUNT_TYPES : REVENUE_ACCOUNT_TYPES

/** Fields that rows of the kind don't have, and values that they can't have. */
const formFaults = (kind: MappedKind, changes: readonly MappingChange[], at: At): Faults => {
  const { id, newName } = TARGETS[kind]
  const known = new Set<string>(['id', 'version', id, newName, ...FURTHER_FIELDS[kind]])
  const faults: Faults = {}
  const ids = new Set<string>()
  changes.forEach((change, place) => {
    for (const [field, value] of Object.entries(change)) {
      const isMeant = value !== undefined && value !== null
      if (isMeant && !known.has(field)) faults[at(place, field)] = 'These rows don’t have this'
    }
    if (change[id] && change[newName])
      faults[at(place, newName)] =
        `“${id}” and “${newName}” name two things. Give the ${TARGETS[kind].noun} or the name of a new one`
    if (change.type && !typesOf(kind).includes(change.type))
      faults[at(place, 'type')] = 'Choose a type of these accounts'
    if (ids.has(change.id)) faults[at(place, 'id')] = 'Each row can be changed once in a save'
    ids.add(change.id)
  })
  return faults
}

const throwFaults = (faults: Faults): void => {
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

interface Named {
  id: string
  name: string
}

interface Read {
  objects: Map<string, MappedObject>
  /** Of everything that is referred to, before and after. */
  names: Map<string, string>
}

/** The rows and what they should belong to, all of this company. Throws NOT_FOUND for rows and INVALID for the rest. */
const readAll = async (
  context: StaffContext,
  kind: MappedKind,
  changes: readonly MappingChange[],
  at: At,
): Promise<Read> => {
  const { db, actor } = context
  const fields = idFieldsOf(kind)
  const [found, ...referred] = await db.batch([
    objectsStatement(
      context,
      kind,
      changes.map(({ id }) => id),
    ),
    ...fields.map(({ field, table }) =>
      db.sql(
        `SELECT DISTINCT t.id, t.name FROM json_each(?2) j CROSS JOIN ${table} t ON t.id = j.value AND +t.company_id = ?1`,
        actor.companyId,
        JSON.stringify(changes.flatMap((change) => change[field] ?? [])),
      ),
    ),
  ])
  const objects = new Map(
    ((found?.results ?? []) as unknown as Parameters<typeof toObject>[0][]).map((row) => [row.id, toObject(row)]),
  )
  if (changes.some(({ id }) => !objects.has(id))) throw notFound('One of the rows')
  const names = new Map<string, string>()
  const faults: Faults = {}
  fields.forEach(({ field, noun }, nth) => {
    const rows = (referred[nth]?.results ?? []) as unknown as Named[]
    const known = new Set(rows.map(({ id }) => id))
    for (const { id, name } of rows) names.set(id, name)
    changes.forEach((change, place) => {
      const id = change[field]
      if (id && !known.has(id)) faults[at(place, field)] = `Choose ${article(noun)} of your company`
    })
  })
  throwFaults(faults)
  return { objects, names }
}

/** @param targetId of the unit or vendor, or undefined to leave it */
export const mappingAfter = (
  kind: MappedKind,
  before: Mapping,
  change: MappingChange,
  targetId: string | null | undefined,
): Mapping => {
  const after: Mapping = { ...before }
  const { id } = TARGETS[kind]
  for (const field of FURTHER_FIELDS[kind]) {
    const value = change[field]
    const clears = field === 'departmentId' || field === 'businessUnitId'
    if (value !== undefined && (value !== null || clears)) Object.assign(after, { [field]: value })
  }
  if (targetId !== undefined) after[id] = targetId
  // A vendor is mapped or dismissed, never both. What was said last counts.
  if (kind === 'VENDOR' && change.isDismissed) after.vendorId = null
  else if (kind === 'VENDOR' && targetId) after.isDismissed = false
  return after
}

/** Makes the units and vendors that are only named. */
const newTargets = (context: StaffContext, kind: MappedKind, names: readonly string[]) => {
  const unit = TARGET_UNITS[kind]
  return unit ? newUnits(context, unit, names).then((made) => ({ ...made, outbox: [] })) : newVendors(context, names)
}

const refuseStale = (changes: readonly MappingChange[], objects: Read['objects']): void => {
  const stale = changes.filter(({ id, version }) => version && objects.get(id)?.version !== version)
  const [first, ...others] = stale.map(({ id }) => objects.get(id)?.name ?? '')
  if (first === undefined) return
  throw staleVersion(
    others.length > 0 ? `The mapping of ${first} and ${others.length} more` : `The mapping of ${first}`,
  )
}

export type ChangedRow = ChangedMapping & { version: number }

/** A save of rows that are still at these versions, which can be undone as a whole. */
export const savedRows = (
  context: Saving,
  kind: MappedKind,
  changed: readonly ChangedRow[],
  names: Map<string, string>,
) => {
  const { db, actor, clock } = context
  const saveId = context.newId()
  const kept = changed.map(({ id, version, before }) => ({ id, before, version: version + 1 }))
  return {
    saveId,
    statements: [
      ...writeStatements(
        context,
        changed.map(({ id, version, after }) => ({ id, version, mapping: after })),
      ),
      ...(kind === 'VENDOR' ? followVendors(context, changed) : []),
      db.sql(
        'INSERT INTO erp_mapping_saves (id, company_id, mapped_kind, rows, made_at) VALUES (?, ?, ?, ?, ?)',
        ...[saveId, actor.companyId, kind, JSON.stringify(kept), clock.now()],
      ),
      db.sql(
        'DELETE FROM erp_mapping_saves WHERE company_id = ? AND made_at < ?',
        actor.companyId,
        clock.now() - UNDO_DAYS * DAY_MS,
      ),
    ],
    audit: mappingAudit(kind, 'saved', saveId, changed, names, actor.companyId),
  }
}

interface SaveOptions<Answer> {
  /** The path of a row's field, for its message. */
  at?: At
  /** What the command answers, which is kept for a repeat of it. */
  answer: (saved: MappingSaved, changed: readonly ChangedRow[]) => Answer
  /** What is written with it. */
  also?: (changed: readonly ChangedRow[]) => D1PreparedStatement[]
}

/** The answer of calls that name only what they changed. */
export const changedRows = ({ changedIds }: MappingSaved): { id: string }[] => changedIds.map((id) => ({ id }))

const saveOnce = async <Answer>(
  context: StaffContext,
  kind: MappedKind,
  changes: readonly MappingChange[],
  { at = inChanges, answer, also = () => [] }: SaveOptions<Answer>,
): Promise<Answer> => {
  const { id: idField, newName: nameField } = TARGETS[kind]
  const { objects, names } = await readAll(context, kind, changes, at)
  refuseStale(changes, objects)
  const made = await newTargets(
    context,
    kind,
    changes.flatMap((change) => change[nameField] ?? []),
  )
  for (const change of changes) {
    const name = change[nameField]
    const id = name && made.ids.get(name.toLowerCase())
    if (id) names.set(id, name)
  }
  const changed: ChangedRow[] = changes.flatMap((change) => {
    const object = objects.get(change.id)
    if (!object) return []
    const name = change[nameField]
    const targetId = name ? made.ids.get(name.toLowerCase()) : change[idField]
    const after = mappingAfter(kind, object.mapping, change, targetId)
    if (isSameMapping(object.mapping, after)) return []
    return [{ id: object.id, name: object.name, version: object.version, before: object.mapping, after }]
  })
  if (changed.length === 0) return answer({ saveId: null, changedIds: [], created: 0 }, [])
  const { saveId, statements, audit } = savedRows(context, kind, changed, names)
  return commit(context, {
    subject: 'One of the rows',
    statements: [...made.statements, ...statements, ...learnStatements(context, kind, changed), ...also(changed)],
    audit: [...made.audit, audit],
    outbox: made.outbox,
    result: answer({ saveId, changedIds: changed.map(({ id }) => id), created: made.created }, changed),
  })
}

/**
 * Throws NOT_FOUND if a row isn't the company's, INVALID beside each wrong field, CONFLICT if a row with a version was
 * changed since. Rows without one are read again.
 */
export const saveChanges = async <Answer>(
  context: StaffContext,
  kind: MappedKind,
  changes: readonly MappingChange[],
  options: SaveOptions<Answer>,
): Promise<Answer> => {
  throwFaults(formFaults(kind, changes, options.at ?? inChanges))
  for (let tried = 1; ; tried += 1) {
    try {
      return await saveOnce(context, kind, changes, options)
    } catch (error) {
      // Someone else has just made a unit or vendor of the same name, which is found now.
      const isTaken = violatedUnique(error) !== null
      const isLate = error instanceof AppError && error.reason === 'STALE_VERSION'
      if (tried === TRIES || !(isTaken || (isLate && !changes.some(({ version }) => version)))) throw error
    }
  }
}

/** A change with only these fields, as a program sends it. */
export const changeOf = (given: z.input<typeof mappingChange>): MappingChange => mappingChange.parse(given)

export const saveMappingsOf = command({
  id: saveMappings.id,
  access: 'mappings.manage',
  input: inputOf(saveMappings),
  run: (context, { kind, changes }) => saveChanges(context, kind, changes, { answer: (saved) => saved }),
})
