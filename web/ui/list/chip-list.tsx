import { Button, CloseButton } from '@mantine/core'
import { FIRST_PAGE } from '../table/use-table-search.ts'
import classes from './list.module.css'

export interface Chip<Patch> {
  id: string
  label: string
  value: string
  remove: Patch
}

interface ChipListProps<Patch> {
  chips: readonly Chip<Patch>[]
  setSearch: (patch: Patch & typeof FIRST_PAGE) => void
  /** Removes all of them. */
  clear: Patch
}

/** Filters as chips, each with a button that removes it. */
export const ChipList = <Patch extends object>({ chips, setSearch, clear }: ChipListProps<Patch>) => {
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {chips.map(({ id, label, value, remove }) => (
        <li key={id} className={classes.chip}>
          <span className={classes.chipText} title={`${label}: ${value}`}>
            <span className={classes.chipLabel}>{label}:</span> {value}
          </span>
          <CloseButton
            size="xs"
            aria-label={`Remove filter ${label}`}
            onClick={() => setSearch({ ...remove, ...FIRST_PAGE })}
          />
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => setSearch({ ...clear, ...FIRST_PAGE })}
          >
            Remove all
          </Button>
        </li>
      )}
    </ul>
  )
}
