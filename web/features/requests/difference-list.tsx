import { IconArrowRight } from '@tabler/icons-react'
import type { Difference } from './differences.ts'
import classes from './requests.module.css'

/** Label: before → after. */
export const DifferenceList = ({ differences }: { differences: Difference[] }) =>
  differences.length === 0 ? null : (
    <dl className={classes.differences}>
      {differences.map((difference) => (
        <div key={difference.questionId}>
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
