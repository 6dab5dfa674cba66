import { LANES, type Lane, MOST_IN_LANE } from '../../../../schema/money/worklist/endpoints.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useWorklist } from './api.ts'
import classes from './lanes.module.css'
import { laneHref } from './search.ts'
import { ageText, LANE_NAMES } from './words.ts'

/** What waits, in the order in which a bill goes, each with how much and since when. The open one leads back. */
export const Lanes = ({ current }: { current: Lane | undefined }) => {
  const { data } = useWorklist()
  return (
    <nav aria-label="Worklist">
      <ul className={classes.lanes}>
        {LANES.map((lane) => {
          const found = data?.lanes[lane]
          const isCurrent = lane === current
          return (
            <li key={lane}>
              <AppLink
                className={classes.lane}
                href={laneHref(isCurrent ? undefined : lane)}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <span className={classes.name}>{LANE_NAMES[lane]}</span>
                <span className={classes.count}>
                  {found ? (found.count >= MOST_IN_LANE ? `${MOST_IN_LANE}+` : found.count) : '–'}
                </span>
                <span className={classes.age}>{found?.oldest ? ageText(found.oldest, Date.now()) : ' '}</span>
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
