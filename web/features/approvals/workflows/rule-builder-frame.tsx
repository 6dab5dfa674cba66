import type { ReactNode } from 'react'
import { BuilderFrame } from '../../../ui/builder/builder-frame.tsx'
import { ConflictDialog } from '../../../ui/builder/notices.tsx'
import { type SplitSide, SplitView } from '../../../ui/builder/split-view.tsx'
import type { Builder } from '../../../ui/builder/use-builder.ts'
import type { useSave } from '../../../ui/builder/use-save.ts'

interface RuleBuilderFrameProps<D extends object, P> {
  builder: Builder<D>
  /** "workflow", "rule set" */
  noun: string
  saveLabel: string
  save: Pick<ReturnType<typeof useSave<D>>, 'send' | 'isPending' | 'conflict'>
  /** Those found here. The first one is shown instead of saving. */
  found: readonly P[]
  /** With those of the server. */
  problems: readonly P[]
  whereOf: (id: string) => string
  jumpTo: (problem: P) => void
  shown: SplitSide
  onShow: (side: SplitSide) => void
  editor: ReactNode
  result: ReactNode
}

/** Rules on one side, their diagram and tests on the other. */
export const RuleBuilderFrame = <D extends object, P extends { id: string; message: string }>(
  props: RuleBuilderFrameProps<D, P>,
) => {
  const { builder, noun, saveLabel, save, found, problems, whereOf, jumpTo, shown, onShow, editor, result } = props
  const onSave = (): void => {
    const [first] = found
    if (first) jumpTo(first)
    else save.send({ value: builder.value, version: builder.version })
  }
  return (
    <BuilderFrame
      builder={builder}
      what={`this ${noun}`}
      saving={save.isPending}
      onSave={onSave}
      saveLabel={saveLabel}
      problems={problems.map((problem) => ({
        key: `${problem.id}:${problem.message}`,
        where: whereOf(problem.id),
        message: problem.message,
        jump: () => jumpTo(problem),
      }))}
    >
      <SplitView
        shown={shown}
        onShow={onShow}
        editorLabel="Rules"
        resultLabel="Diagram and tests"
        editor={editor}
        result={result}
      />
      <ConflictDialog what={`This ${noun}`} {...save.conflict} />
    </BuilderFrame>
  )
}
