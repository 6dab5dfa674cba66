import { Select } from '../../../ui/choices/select.tsx'
import { LookupFilter } from '../../platform/lookups/index.ts'
import classes from './pictures.module.css'

interface UnitSelectProps {
  /** The departments to choose from, or null for any. */
  units: readonly { id: string; name: string }[] | null
  /** The chosen one. */
  unitId: string | undefined
  onUnit: (id: string | undefined) => void
}

/** Which department the charts are about. Its code loads after the charts. */
export const UnitSelect = ({ units, unitId, onUnit }: UnitSelectProps) =>
  units ? (
    <Select
      className={classes.unit ?? ''}
      aria-label="Department"
      allowDeselect={false}
      data={units.map(({ id, name }) => ({ value: id, label: name }))}
      value={unitId ?? null}
      onChange={(next) => onUnit(next ?? undefined)}
    />
  ) : (
    <LookupFilter kind="department" label="Department" className={classes.unit} value={unitId} onChange={onUnit} />
  )
