import type { PlanItemRow } from '../../../../schema/planning/plans/endpoints.ts'
import { type Draft, useDraft } from '../../../ui/drafts/use-draft.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { ItemChange } from './api.ts'

export type Edit = Omit<ItemChange, 'id' | 'version'>
export interface Edited {
  row: PlanItemRow
  edit: Edit
}

const areEdited = (value: unknown): value is Edited[] =>
  Array.isArray(value) && value.every((each) => typeof each?.row?.id === 'string' && Boolean(each.edit))

/** Keeps links of a plan that aren't saved in this browser, and asks before they are left. */
export const useKeptLinks = (
  name: string,
  edits: ReadonlyMap<string, Edited>,
  setEdits: (edits: ReadonlyMap<string, Edited>) => void,
  dirty: boolean,
): Draft => {
  const putBack = (kept: Edited[]): void => setEdits(new Map(kept.map((each) => [each.row.id, each])))
  const draft = useDraft<Edited[]>({
    name: `plan.links.${name}`,
    value: [...edits.values()],
    version: 0,
    dirty,
    isDraftOf: areEdited,
    onRestore: putBack,
    onUndo: putBack,
  })
  useLeaveGuard(dirty)
  return draft
}
