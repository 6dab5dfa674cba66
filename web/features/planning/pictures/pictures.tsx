import { useQuery } from '@tanstack/react-query'
import { Select } from '../../../ui/choices/select.tsx'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { spendPictureQuery } from './api.ts'
import classes from './pictures.module.css'
import { SpendCharts } from './spend-charts.tsx'

interface PicturesProps {
  /** The department or business unit in the address. */
  unitId: string | undefined
  onUnit: (id: string | undefined) => void
}

/** Which department the charts are about. Leads choose among what they lead, others any. */
const Unit = ({ unitId, onUnit }: PicturesProps) => {
  const { data } = useQuery(spendPictureQuery(unitId))
  if (!data?.unit) return null
  if (data.units.some(({ kind }) => kind === 'COMPANY'))
    return (
      <LookupFilter kind="department" label="Department" className={classes.unit} value={unitId} onChange={onUnit} />
    )
  if (data.units.length === 1) return <span className={classes.of}>{data.unit.name}</span>
  return (
    <Select
      className={classes.unit ?? ''}
      aria-label="Department"
      allowDeselect={false}
      data={data.units.map(({ id, name }) => ({ value: id, label: name }))}
      value={data.unit.id}
      onChange={(next) => onUnit(next ?? undefined)}
    />
  )
}

/** Home: charts of the next twelve months. Someone who leads nothing has none. */
export const Pictures = (props: PicturesProps) => {
  const can = useCan()
  return can('spend-picture.read') ? <SpendPictures {...props} /> : null
}

const SpendPictures = (props: PicturesProps) => {
  const { data } = useQuery(spendPictureQuery(props.unitId))
  if (data && !data.unit) return null
  return (
    <section aria-labelledby="next-twelve-months">
      <header className={classes.header}>
        <h2 id="next-twelve-months">The next twelve months</h2>
        <Unit {...props} />
      </header>
      <SpendCharts {...props} />
    </section>
  )
}
