import { hrefOf } from '../../../../schema/shared/kinds.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { quoted, type ReferenceHolder, type ReferredObject, type UseSource } from '../../../core/references.ts'
import { replaceMatrixValue } from './replace-value.ts'

const matrices = ({ db, actor }: StaffContext, unit: ReferredObject, shown: number): UseSource => ({
  statements: [
    db.sql(
      `SELECT id, name FROM approver_matrices
        WHERE company_id = ?1 AND deleted_at IS NULL AND instr(value_ids, ?2) ORDER BY lower(name) LIMIT ?3`,
      actor.companyId,
      quoted(unit.id),
      shown,
    ),
  ],
  reasons: (rows) =>
    rows.map((row) => ({
      kind: 'MATRIX',
      text: `A condition of the approver matrix ${row.name} names it`,
      href: hrefOf('APPROVER_MATRIX', String(row.id)),
    })),
})

export const REFERENCES: ReferenceHolder = {
  order: 30,
  uses: (context, _, unit, shown) => matrices(context, unit, shown),
  unusedSql: () => `NOT EXISTS (
       SELECT 1 FROM approver_matrices am
        WHERE am.company_id = ?2 AND am.deleted_at IS NULL AND instr(am.value_ids, '"' || ?1 || '"'))`,
  replace: async (context, _, fromId, toId, why) => {
    const { changed, statements, audit } = await replaceMatrixValue(context, fromId, toId, why)
    return { changed: { matrices: changed }, statements, audit }
  },
}
