import { type KeyboardEvent, useRef, useState } from 'react'
import classes from './grid.module.css'

/** Where the focus goes after a cell. */
export type Next = 'down' | 'up' | 'right' | 'left' | 'stay' | 'away'

export interface EditorProps {
  label: string
  /** What is in it when it opens. */
  start: string
  /** Whether the first key is part of it, so that nothing is selected. */
  isTyped: boolean
}

/** Where Enter and Tab lead. Undefined for other keys. */
export const nextOf = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Next | undefined => {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return undefined
}

/** Escape leaves the cell, and not the dialog around the grid. */
export const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': true } as const

interface TextEditorProps extends EditorProps {
  isAmount: boolean
  onDone: (text: string, next: Next) => void
  onCancel: () => void
}

/** A text or an amount in its cell. */
export const TextEditor = ({ label, start, isTyped, isAmount, onDone, onCancel }: TextEditorProps) => {
  const [text, setText] = useState(start)
  const isOver = useRef(false)
  const end = (act: () => void): void => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  return (
    <input
      className={classes.editor}
      data-align={isAmount ? 'right' : undefined}
      // biome-ignore lint/a11y/noAutofocus: it opens by a key in its cell
      autoFocus
      {...KEEPS_ESCAPE}
      aria-label={label}
      inputMode={isAmount ? 'decimal' : 'text'}
      autoComplete="off"
      value={text}
      onFocus={(event) => !isTyped && event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => end(() => onDone(text, 'away'))}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || ((event.ctrlKey || event.metaKey) && event.key === 'Enter')) return
        event.stopPropagation()
        const next = nextOf(event)
        if (!next && event.key !== 'Escape') return
        event.preventDefault()
        end(() => (next ? onDone(text, next) : onCancel()))
      }}
    />
  )
}
