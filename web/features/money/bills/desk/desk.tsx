import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import classes from './desk.module.css'

/** Where an invoice and its form don't fit beside one another. The style sheet has the same width. */
const NARROW_QUERY = '(max-width: 72rem)'

export type DeskSide = 'invoice' | 'form'

interface DeskProps {
  invoice: ReactNode
  children: ReactNode
  /** "Form", or "Bill" on its page. */
  name: string
  /** What a narrow window shows. */
  side: DeskSide
  onSide: (side: DeskSide) => void
}

/** An invoice beside what is made of it. In a narrow window they are two tabs, and both keep what is in them. */
export const Desk = ({ invoice, children, name, side, onSide }: DeskProps) => {
  const isNarrow =
    useMediaQuery(NARROW_QUERY, globalThis.matchMedia?.(NARROW_QUERY).matches ?? false, {
      getInitialValueInEffect: false,
    }) ?? false
  const id = useId()
  const tabs = [
    { of: 'form' as const, label: name, content: children },
    { of: 'invoice' as const, label: 'Invoice', content: invoice },
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    const other = side === 'form' ? 'invoice' : 'form'
    event.preventDefault()
    onSide(other)
    document.getElementById(`${id}-${other}`)?.focus()
  }
  return (
    <div className={classes.desk}>
      {isNarrow && (
        <div role="tablist" aria-label="Bill and invoice" className={classes.tabs}>
          {tabs.map(({ of, label }) => (
            <button
              key={of}
              id={`${id}-${of}`}
              type="button"
              role="tab"
              aria-selected={side === of}
              aria-controls={`${id}-${of}-panel`}
              tabIndex={side === of ? 0 : -1}
              onClick={() => onSide(of)}
              onKeyDown={onKeyDown}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {tabs.map(({ of, content }) => (
        <div
          key={of}
          id={`${id}-${of}-panel`}
          className={classes[of]}
          hidden={isNarrow && side !== of}
          {...(isNarrow && { role: 'tabpanel', 'aria-labelledby': `${id}-${of}` })}
        >
          {content}
        </div>
      ))}
    </div>
  )
}
