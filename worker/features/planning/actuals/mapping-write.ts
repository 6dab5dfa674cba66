import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import type { Change } from '../../../core/commit.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { COLUMNS, LABELS, type Mapping } from './mapping-kinds.ts'
import { remapStatements } from './remap.ts'

/** Writing mappings, by a save and by undoing one. */

export interface MappedObject {
  id: string
  name: string
  version: number
  mapping: Mapping
}

const FIELDS = Object.keys(COLUMNS) as (keyof Mapping)[]
const BOOLEANS = new Set<keyof Mapping>(['isPayroll', 'isTracked', 'isDismissed'])

interface StoredObject {
  id: string
  name: string
  version: number
  [field: string]: unknown
}

export const objectsStatement = (
  { db, actor }: Pick<Saving, 'db' | 'actor'>,
  kind: MappedKind,
  ids: readonly string[],
): D1PreparedStatement =>
  db.sql(
    `SELECT o.id, o.name, o.mapping_version AS version, ${FIELDS.map((field) => `o.${COLUMNS[field]} AS ${field}`).join(', ')}
       FROM json_each(?2) j CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1 AND +o.mapped_kind = ?3
      WHERE o.deleted_at IS NULL`,
    actor.companyId,
    JSON.stringify(ids),
    kind,
  )

export const toObject = ({ id, name, version, ...row }: StoredObject): MappedObject => ({
  id,
  name,
  version,
  mapping: Object.fromEntries(
    FIELDS.map((field) => [field, BOOLEANS.has(field) ? row[field] === 1 : row[field]]),
  ) as unknown as Mapping,
})

export const isSameMapping = (a: Mapping, b: Mapping): boolean => FIELDS.every((field) => a[field] === b[field])

const WRITE = `
UPDATE erp_objects SET mapping_version = erp_objects.mapping_version + 1,
       ${FIELDS.map((field) => `${COLUMNS[field]} = j.value ->> '$.mapping.${field}'`).join(', ')}
  FROM json_each(?2) j
 WHERE erp_objects.id = j.value ->> 'id' AND +erp_objects.company_id = ?1
   AND erp_objects.mapping_version = j.value ->> 'version'`

/** Who saves: a person, or a run for a company. */
export type Saving = Pick<BaseContext, 'db' | 'clock' | 'newId'> & { actor: { companyId: string } }

/** New mappings for objects that are still at these versions, and the transactions that follow. */
export const writeStatements = (
  context: Saving,
  rows: readonly Pick<MappedObject, 'id' | 'version' | 'mapping'>[],
): D1PreparedStatement[] => {
  const { db, actor } = context
  return [
    db.sql(WRITE, actor.companyId, JSON.stringify(rows)),
    db.sql('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> ?', rows.length),
    ...remapStatements(
      context,
      actor.companyId,
      rows.map(({ id }) => id),
    ),
  ]
}

const NOUNS: Record<MappedKind, [one: string, several: string]> = {
  DEPARTMENT: ['department', 'departments'],
  LOCATION: ['location', 'locations'],
  VENDOR: ['vendor', 'vendors'],
  EXPENSE_ACCOUNT: ['expense account', 'expense accounts'],
  REVENUE_ACCOUNT: ['revenue account', 'revenue accounts'],
  CLASSIFICATION: ['classification', 'classifications'],
  ENTITY: ['entity', 'entities'],
}

export interface ChangedMapping {
  id: string
  name: string
  before: Mapping
  after: Mapping
}

/** What changed of one mapping, with names instead of ids where they are known. */
const changedFields = ({ before, after }: ChangedMapping, side: Mapping, names: Map<string, string>) =>
  Object.fromEntries(
    FIELDS.filter((field) => before[field] !== after[field]).map((field) => {
      const value = side[field]
      return [LABELS[field], typeof value === 'string' ? (names.get(value) ?? value) : value]
    }),
  )

/** One entry of the history for a whole save. */
export const mappingAudit = (
  kind: MappedKind,
  action: 'saved' | 'undone',
  saveId: string,
  changed: readonly ChangedMapping[],
  names: Map<string, string>,
  companyId: string,
): Change<unknown>['audit'][number] => {
  const [one, several] = NOUNS[kind]
  const [first] = changed
  const what = changed.length === 1 ? `the ${one} ${first?.name ?? ''}` : `${changed.length} ${several}`
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(changed.map((each) => [each.name, changedFields(each, each[of], names)]))
  return {
    changeKey: `erp-mapping:${saveId}:${action}`,
    action: `erp-mapping.${action}`,
    targetType: 'COMPANY',
    targetId: companyId,
    message: `${action === 'saved' ? 'Changed' : 'Undid a change of'} the mapping of ${what} from the accounting system`,
    changeData: { before: side('before'), after: side('after') },
  }
}
