import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { type Draft, useDraft } from '../../../ui/drafts/use-draft.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { Edit, Edits } from './mapping-edits.ts'

interface Kept {
  row: MappingRow
  edit: Edit
}

interface Editing {
  edits: Edits
  setEdits: (edits: Edits) => void
  /** Every row that was read, by id. Those of what is put back are added. */
  seen: Map<string, MappingRow>
  isSaved: boolean
}

const areKept = (value: unknown): value is Kept[] =>
  Array.isArray(value) && value.every((each) => typeof each?.row?.id === 'string' && Boolean(each.edit))

/** Keeps mappings that aren't saved in this browser, and asks before they are left. */
export const useKeptEdits = (kind: MappingRow['kind'], { edits, setEdits, seen, isSaved }: Editing): Draft => {
  const dirty = edits.size > 0 && !isSaved
  const putBack = (kept: Kept[]): void => {
    for (const { row } of kept) if (!seen.has(row.id)) seen.set(row.id, row)
    setEdits(new Map(kept.map(({ row, edit }) => [row.id, edit])))
  }
  const draft = useDraft<Kept[]>({
    name: `mapping.${kind}`,
    value: [...edits].flatMap(([id, edit]) => {
      const row = seen.get(id)
      return row ? [{ row, edit }] : []
    }),
    version: 0,
    dirty,
    isDraftOf: areKept,
    onRestore: putBack,
    onUndo: putBack,
  })
  useLeaveGuard(dirty)
  return draft
}
