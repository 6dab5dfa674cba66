import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './desk.module.css'

interface FoldProps {
  title: string
  /** What is in it, in a line. */
  summary: ReactNode
  /** What has to be seen isn't folded. */
  isNeeded?: boolean
  children: ReactNode
}

/** A part of a form as one line that unfolds. */
export const Fold = ({ title, summary, isNeeded = false, children }: FoldProps) => {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const isOpen = opened || isNeeded
  return (
    <section aria-label={title} className={classes.fold}>
      <button
        type="button"
        className={classes.foldButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <IconChevronRight size={14} aria-hidden />
        <span className={classes.foldTitle}>{title}</span>
        {!isOpen && <span className={classes.foldText}>{summary}</span>}
      </button>
      <div id={id} className={isOpen ? classes.foldBody : undefined} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
