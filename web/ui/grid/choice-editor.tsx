import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Option } from '../../../schema/shared/values.ts'
import { type FoundOptions, meantBy } from './columns.ts'
import classes from './grid.module.css'
import { type EditorProps, KEEPS_ESCAPE, type Next, nextOf } from './text-editor.tsx'

/** A list has room below its cell, or is above it. Pixels. */
const LIST_HEIGHT = 260

interface ChoiceEditorProps extends EditorProps {
  /** What is chosen now. */
  placeholder: string
  useFound: (typed: string) => FoundOptions
  onDone: (chosen: Option, next: Next) => void
  /** A text that means nothing, or none. */
  onText: (text: string, next: Next) => void
  onCancel: (next: Next) => void
}

/** A choice by typing its name or code, in its cell. */
export const ChoiceEditor = (props: ChoiceEditorProps) => {
  const { label, start, placeholder, useFound, onDone, onText, onCancel } = props
  const [typed, setTyped] = useState(start)
  const [marked, setMarked] = useState<number | null>(null)
  const [awaited, setAwaited] = useState<Next | null>(null)
  const { options, waiting, askNow } = useFound(typed.trim())
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isOver = useRef(false)
  const end = (act: () => void): void => {
    if (isOver.current) return
    isOver.current = true
    act()
  }
  // In the top layer, so that no scrolling box cuts it off.
  useLayoutEffect(() => {
    const [at, shown] = [input.current?.getBoundingClientRect(), list.current]
    if (!at || !shown) return
    shown.showPopover?.()
    const isAbove = window.innerHeight - at.bottom < LIST_HEIGHT && at.top > LIST_HEIGHT
    shown.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - shown.offsetWidth - 8))}px`
    shown.style.minWidth = `${at.width}px`
    shown.style[isAbove ? 'bottom' : 'top'] = `${isAbove ? window.innerHeight - at.top + 2 : at.bottom + 2}px`
  }, [])
  const best = (): Option | undefined => (marked === null ? meantBy(options, typed) : undefined) ?? options[marked ?? 0]
  const finish = (next: Next): void => {
    const isUntouched = typed.trim() === '' && marked === null
    const chosen = best()
    if (isUntouched) end(() => onCancel(next))
    else end(() => (chosen ? onDone(chosen, next) : onText(typed, next)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was typed is found
  useEffect(() => {
    if (awaited !== null && !waiting) finish(awaited)
  }, [awaited, waiting])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  })
  const leave = (next: Next): void => {
    if (!waiting || typed.trim() === '') {
      finish(next)
      return
    }
    askNow()
    setAwaited(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, nativeEvent } = event
    if (nativeEvent.isComposing || ((ctrlKey || metaKey) && key === 'Enter')) return
    event.stopPropagation()
    const next = nextOf(event)
    if (next) leave(next)
    else if (key === 'Escape') end(() => onCancel('stay'))
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1
      const from = marked ?? (typed.trim() === '' && step > 0 ? -1 : 0)
      setMarked(options.length === 0 ? null : (from + step + options.length) % options.length)
    } else return
    event.preventDefault()
  }
  const shownMark = marked ?? (typed.trim() === '' ? -1 : Math.max(0, options.indexOf(best() as Option)))
  return (
    <>
      <input
        ref={input}
        className={classes.editor}
        // biome-ignore lint/a11y/noAutofocus: it opens by a key in its cell
        autoFocus
        {...KEEPS_ESCAPE}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={options[shownMark] ? `${id}-${shownMark}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMarked(null)
        }}
        onBlur={() => {
          if (awaited === null) leave('away')
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} popover="manual" className={classes.list}>
        <div id={id} role="listbox" aria-label={label}>
          {options.map((option, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
            <div
              key={option.value}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === shownMark}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => end(() => onDone(option, 'stay'))}
            >
              {option.label}
            </div>
          ))}
        </div>
        {options.length === 0 && <p className={classes.none}>{waiting ? 'Searching…' : 'No results'}</p>}
      </div>
    </>
  )
}
