import { undoMappings } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { followVendors, learnStatements } from './linking/learn.ts'
import type { Mapping } from './mapping-kinds.ts'
import { mappingAudit, objectsStatement, toObject, writeStatements } from './mapping-write.ts'

interface SavedRow {
  id: string
  before: Mapping
  version: number
}

/**
 * Gives each row of a save what it had before, unless it was changed since. What the save made (units, vendors) stays.
 * Throws NOT_FOUND, or RULE_BROKEN if it was undone already.
 */
export const undoMappingsOf = command({
  id: undoMappings.id,
  access: 'mappings.manage',
  input: inputOf(undoMappings),
  run: async (context, { saveId }) => {
    const { db, actor, clock } = context
    const save = await db.first<{ kind: MappedKind; rows: string; undoneAt: number | null }>(
      db.sql(
        `SELECT mapped_kind AS kind, rows, undone_at AS undoneAt FROM erp_mapping_saves WHERE id = ? AND company_id = ?`,
        saveId,
        actor.companyId,
      ),
    )
    if (!save) throw notFound('What you want to undo')
    if (save.undoneAt !== null) throw new AppError('RULE_BROKEN', 'This was already undone.')
    const saved = JSON.parse(save.rows) as SavedRow[]
    const found = await db.all<Parameters<typeof toObject>[0]>(
      objectsStatement(
        context,
        save.kind,
        saved.map(({ id }) => id),
      ),
    )
    const now = new Map(found.map((row) => [row.id, toObject(row)]))
    const rows = saved.flatMap(({ id, before, version }) => {
      const object = now.get(id)
      return object
        ? [
            {
              id,
              name: object.name,
              version: object.version,
              mapping: before,
              object,
              isOurs: object.version === version,
            },
          ]
        : []
    })
    const restored = rows.filter(({ isOurs }) => isOurs)
    const kept = rows.filter(({ isOurs }) => !isOurs).map(({ id, name }) => ({ id, name }))
    const changed = restored.map(({ id, name, object, mapping }) => ({
      id,
      name,
      before: object.mapping,
      after: mapping,
    }))
    return commit(context, {
      subject: 'One of the rows',
      statements: [
        db.sql('UPDATE erp_mapping_saves SET undone_at = ? WHERE id = ? AND undone_at IS NULL', clock.now(), saveId),
        guardOneRow(db),
        ...(restored.length > 0 ? writeStatements(context, restored) : []),
        ...(save.kind === 'VENDOR' ? followVendors(context, changed) : []),
        ...learnStatements(context, save.kind, changed),
      ],
      audit: changed.length > 0 ? [mappingAudit(save.kind, 'undone', saveId, changed, new Map(), actor.companyId)] : [],
      result: { restored: restored.length, kept },
    })
  },
})
