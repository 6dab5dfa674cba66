import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsTablet } from '../../../ui/viewport.ts'
import classes from './builder.module.css'

interface SplitViewProps {
  editor: ReactNode
  result: ReactNode
  editorLabel: string
  resultLabel: string
}

/** The editor and its live result side by side; one at a time behind a switch where there is no room. */
export const SplitView = ({ editor, result, editorLabel, resultLabel }: SplitViewProps) => {
  const narrow = useIsTablet()
  const [shown, setShown] = useState('editor')
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
        onChange={setShown}
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
