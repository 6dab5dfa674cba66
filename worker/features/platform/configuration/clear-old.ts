import { UNDO_DAYS } from '../../../../schema/platform/configuration/values.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Each can be a megabyte. */
const AT_ONCE = 20

/**
 * Clears the files of imports that can't be undone any more, and what their steps keep of objects. Who imported what, and
 * when, stays.
 */
export const clearOldFiles = async ({ db, clock }: Pick<OutboxContext, 'db' | 'clock'>): Promise<void> => {
  const old = await db.all<{ id: string; companyId: string }>(
    db.sql(
      `SELECT id, company_id AS companyId FROM configuration_imports INDEXED BY configuration_imports_kept
        WHERE file <> '' AND created_at < ? AND state NOT IN ('RUNNING', 'UNDOING') ORDER BY created_at, id LIMIT ${AT_ONCE}`,
      clock.now() - UNDO_DAYS * DAY_MS,
    ),
  )
  if (old.length === 0) return
  const which = JSON.stringify(old.map(({ id, companyId }) => [companyId, id]))
  const imports = 'SELECT value ->> 0, value ->> 1 FROM json_each(?1)'
  await db.batch([
    db.sql(
      `UPDATE configuration_imports SET file = '', before = '', mappings = '[]'
        WHERE id IN (SELECT value ->> 1 FROM json_each(?1)) AND state NOT IN ('RUNNING', 'UNDOING')`,
      which,
    ),
    db.sql(
      `UPDATE configuration_import_steps SET item = 'null', before = NULL
        WHERE (company_id, import_id) IN (${imports})
          AND EXISTS (SELECT 1 FROM configuration_imports i WHERE i.id = import_id AND i.file = '')`,
      which,
    ),
  ])
}
