import type { ApprovalMode } from '../../../../schema/platform/company/approval-modes.ts'
import classes from './approval-mode.module.css'

/** Which levels are asked on the first days. */
const ASKED: Record<ApprovalMode, number[][]> = {
  EACH_LEVEL_GROUP: [[1], [2], [3]],
  ALL_AT_ONCE: [[1, 2, 3]],
}

const LEVELS = [
  { number: 1, people: ['a', 'b'] },
  { number: 2, people: ['a'] },
  { number: 3, people: ['a', 'b', 'c'] },
]

/** Three levels of approvers, and when each is asked. Decorative: the text beside it says the same. */
export const ApprovalModePicture = ({ mode }: { mode: ApprovalMode }) => (
  <div className={classes.picture} aria-hidden>
    {ASKED[mode].map((asked, step) => (
      <div key={asked.join()} className={classes.step}>
        <span className={classes.when}>{ASKED[mode].length === 1 ? 'On submission' : WHEN[step]}</span>
        <div className={classes.levels}>
          {LEVELS.map(({ number, people }) => (
            <div key={number} className={classes.level} data-asked={asked.includes(number) || undefined}>
              {people.map((person) => (
                <span key={person} className={classes.person} />
              ))}
            </div>
          ))}
        </div>
      </div>
    ))}
  </div>
)

const WHEN = ['On submission', 'Then', 'Then']
