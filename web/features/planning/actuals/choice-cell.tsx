import { useEffect, useRef } from 'react'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { AsyncOptionSelect, type OptionSource, optionSource } from '../../platform/lookups/index.ts'
import classes from './mapping.module.css'
import { nameOfNew, newValue } from './mapping-api.ts'
import type { Target } from './mapping-edits.ts'

interface ChoiceCellProps {
  /** For screen readers: "Vendor of Acme". */
  label: string
  value: Target | null
  /** Shown where nothing is chosen. */
  empty: string
  name: string
  kind: OptionKind
  load?: OptionSource | undefined
  /** The list is open for this cell. */
  opened: boolean
  reachable: boolean
  onOpen: () => void
  /** @param byKey whether the keyboard should go on in the table */
  onClose: () => void
  onChange: (value: Target | null) => void
}

/** What is chosen, as text. The list is made only for the cell that is open, because a page can have hundreds. */
export const ChoiceCell = (props: ChoiceCellProps) => {
  const { label, value, empty, opened, reachable, onOpen } = props
  if (opened) return <OpenChoice {...props} />
  return (
    <button
      type="button"
      className={classes.choice}
      aria-label={`${label}: ${value?.name ?? empty}${value?.id === null ? ' New' : ''}`}
      aria-haspopup="listbox"
      tabIndex={reachable ? 0 : -1}
      data-empty={value === null || undefined}
      onClick={onOpen}
    >
      {value?.name ?? empty} {value?.id === null && <span className={classes.new}>New</span>}
    </button>
  )
}

const OpenChoice = ({ label, value, name, kind, load, onClose, onChange }: ChoiceCellProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const names = useRef(new Map<string, string>())
  useEffect(() => {
    const input = frame.current?.querySelector('input')
    input?.focus()
    input?.click()
    input?.select()
  }, [])
  const source: OptionSource = async (query, signal) => {
    const page = await (load ?? optionSource(kind))(query, signal)
    for (const { node } of page.edges) names.current.set(node.value, node.label)
    return page
  }
  const known = value ? [{ value: value.id ?? newValue(value.name), label: value.name }] : []
  const choose = (chosen: string | null): void => {
    if (chosen === null) onChange(null)
    else {
      const made = nameOfNew(chosen)
      const label = names.current.get(chosen) ?? known.find((option) => option.value === chosen)?.label ?? ''
      onChange(made === null ? { id: chosen, name: label } : { id: null, name: made })
    }
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears what its field doesn't use
    <div
      ref={frame}
      className={classes.open}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose()
      }}
    >
      <AsyncOptionSelect
        kind={kind}
        source={{ name: `mapping ${name}`, load: source }}
        known={known}
        aria-label={label}
        value={known[0]?.value ?? null}
        onChange={choose}
      />
    </div>
  )
}
