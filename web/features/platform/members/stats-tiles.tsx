import { Skeleton } from '@mantine/core'
import { formatNumber } from '../../../lib/format.ts'
import { useMemberStats } from './api.ts'
import classes from './members.module.css'

const TILES = [
  ['active', 'Active members'],
  ['admins', 'Admins'],
  ['superViewers', 'Super viewers'],
  ['leads', 'Leads'],
  ['members', 'Members'],
] as const

/** How many members there are, by role. Hidden if counting failed. */
export const StatsTiles = () => {
  const { data, error } = useMemberStats()
  if (error && !data) return null
  return (
    <dl className={classes.tiles} aria-label="Member statistics">
      {TILES.map(([key, label]) => (
        <div key={key} className={classes.tile}>
          <dt>{label}</dt>
          <dd>{data ? formatNumber(data[key]) : <Skeleton height={28} width={40} />}</dd>
        </div>
      ))}
    </dl>
  )
}
