import type { ReactNode } from 'react'
import { DraftNotice } from '../drafts/draft-notice.tsx'
import { BuilderBar, type ListedProblem } from './builder-bar.tsx'
import { type Builder, useUndoKeys } from './use-builder.ts'
import { useDraftGuard } from './use-draft-guard.ts'

interface BuilderFrameProps<T extends object> {
  builder: Builder<T>
  /** What the warning about unsaved changes names: "this workflow". */
  what: string
  saving: boolean
  onSave: () => void
  saveLabel: string
  /** Shown if there is nothing to save. */
  savedText?: string
  problems: ListedProblem[]
  children: ReactNode
}

/**
 * Surrounds everything that is edited with undo and saved at once: the bar, the saved draft, the leave guard and the
 * keys.
 */
export const BuilderFrame = <T extends object>({ builder, what, children, ...bar }: BuilderFrameProps<T>) => {
  const { dirty, canUndo, canRedo, undo, redo, draft } = builder
  useDraftGuard(dirty, what)
  const rootRef = useUndoKeys(undo, redo)
  return (
    <div ref={rootRef} data-builder>
      <BuilderBar dirty={dirty} canUndo={canUndo} canRedo={canRedo} onUndo={undo} onRedo={redo} {...bar} />
      <DraftNotice draft={draft} />
      {children}
    </div>
  )
}
