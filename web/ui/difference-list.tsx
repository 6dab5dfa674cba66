import { IconArrowRight } from '@tabler/icons-react'
import classes from './difference-list.module.css'

export interface Difference {
  label: string
  before: string
  after: string
}

/** Label: before → after. */
export const DifferenceList = ({ differences }: { differences: readonly Difference[] }) =>
  differences.length === 0 ? null : (
    <dl className={classes.differences}>
      {differences.map((difference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the list never changes its order
        <div key={index}>
          <dt>{difference.label}</dt>
          <dd>
            <span className={classes.before}>
              <span className="ol-visually-hidden">before: </span>
              {difference.before}
            </span>
            <IconArrowRight size={14} aria-hidden />
            <span className={classes.after}>
              <span className="ol-visually-hidden">now: </span>
              {difference.after}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
