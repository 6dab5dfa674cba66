import type { ImportProblem } from '../../../../schema/shared/imports.ts'
import classes from './imports.module.css'

/** What was found about a row. */
export const Problems = ({
  problems,
  labels,
}: {
  problems: readonly ImportProblem[]
  /** Of fields, by their keys. */
  labels: ReadonlyMap<string, string>
}) =>
  problems.length === 0 ? (
    <span aria-hidden>–</span>
  ) : (
    <ul className={classes.problems}>
      {problems.map(({ level, field, message }) => (
        <li key={`${field} ${message}`} data-level={level}>
          {field === null ? message : `${labels.get(field) ?? field}: ${message}`}
        </li>
      ))}
    </ul>
  )
