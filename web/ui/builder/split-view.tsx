import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useIsTablet } from '../viewport.ts'
import classes from './builder.module.css'

export type SplitSide = 'editor' | 'result'

interface SplitViewProps {
  /** What a narrow screen shows. */
  shown: SplitSide
  onShow: (side: SplitSide) => void
  editor: ReactNode
  result: ReactNode
  editorLabel: string
  resultLabel: string
}

/** The editor and its live result side by side, or one at a time with a switch on a narrow screen. */
export const SplitView = ({ shown, onShow, editor, result, editorLabel, resultLabel }: SplitViewProps) => {
  const narrow = useIsTablet()
  if (!narrow) {
    return (
      <div className={classes.split}>
        <div className={classes.editor}>{editor}</div>
        <aside className={classes.result} aria-label={resultLabel}>
          {result}
        </aside>
      </div>
    )
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="md"
        size="sm"
        aria-label="What to show"
        value={shown}
        onChange={(side) => onShow(side as SplitSide)}
        data={[
          { value: 'editor', label: editorLabel },
          { value: 'result', label: resultLabel },
        ]}
      />
      <div hidden={shown !== 'editor'}>{editor}</div>
      {shown === 'result' && <section aria-label={resultLabel}>{result}</section>}
    </>
  )
}
