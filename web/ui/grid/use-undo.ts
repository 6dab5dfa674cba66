import { useRef } from 'react'

const MOST_STEPS = 100

/**
 * Steps back and forth through the changes of a grid. What came from elsewhere, such as a filled-in form, is where it
 * begins.
 */
export const useUndo = <Rows>(rows: Rows, onRows: (rows: Rows) => void) => {
  const steps = useRef<{ past: Rows[]; future: Rows[]; last: Rows }>({ past: [], future: [], last: rows })
  const isElsewhere = () => steps.current.last !== rows
  const show = (next: Rows): boolean => {
    steps.current.last = next
    onRows(next)
    return true
  }
  return {
    change: (next: Rows): void => {
      const { past } = steps.current
      steps.current.past = [...(isElsewhere() ? [] : past), rows].slice(-MOST_STEPS)
      steps.current.future = []
      show(next)
    },
    /** Whether there was something. */
    undo: (): boolean => {
      const before = isElsewhere() ? undefined : steps.current.past.pop()
      if (before === undefined) return false
      steps.current.future.push(rows)
      return show(before)
    },
    redo: (): boolean => {
      const after = isElsewhere() ? undefined : steps.current.future.pop()
      if (after === undefined) return false
      steps.current.past.push(rows)
      return show(after)
    },
  }
}
