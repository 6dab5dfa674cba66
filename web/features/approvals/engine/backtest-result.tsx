import type { Address } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ApprovalChanges, type ChangedApproval } from './approval-changes.tsx'
import classes from './replay.module.css'

export interface BacktestResultProps {
  looked: number
  people: readonly { userId: string; name: string; gains: number; loses: number }[]
  requests: readonly {
    id: string
    title: string
    href: Address
    requestorName: string
    submittedAt: string
    gains: readonly ChangedApproval[]
    loses: readonly ChangedApproval[]
    problem: string | null
    /** What else is different. */
    note: string
  }[]
  /** "request", "spend request". */
  noun: string
  /** After the sentence that says how many would be different. */
  also?: string
  empty: { title: string; text: string }
}

/** What a draft would have changed: who gains and who loses approvals, and on which requests. */
export const BacktestResult = ({ looked, people, requests, noun, also, empty }: BacktestResultProps) => {
  const counted = (count: number): string => `${count} ${noun}${count === 1 ? '' : 's'}`
  if (looked === 0) return <EmptyState compact title={empty.title} text={empty.text} />
  const summary =
    requests.length === 0
      ? `All ${counted(looked)} would be approved by the same people.`
      : `${requests.length} of ${counted(looked)} would be approved differently.`
  return (
    <section className={classes.outcome} aria-label="What the draft changes">
      <p className={classes.summary} role="status">
        {[summary, also].filter(Boolean).join(' ')}
      </p>
      {people.length > 0 && (
        <table className={classes.people}>
          <thead>
            <tr>
              <th scope="col">Approver</th>
              <th scope="col">Gains</th>
              <th scope="col">Loses</th>
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <tr key={person.userId}>
                <th scope="row">
                  <PersonName name={person.name} />
                </th>
                <td>{person.gains || '–'}</td>
                <td>{person.loses || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul
        className={classes.requests}
        aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s that would be approved differently`}
      >
        {requests.map((request) => (
          <li key={request.id}>
            <p>
              <AppLink className="ol-link" href={request.href}>
                {request.title}
              </AppLink>
            </p>
            <p className={classes.hint}>
              {request.requestorName}, <DateText instant={request.submittedAt} />
              {request.note && `, ${request.note}`}
            </p>
            <ApprovalChanges gains={request.gains} loses={request.loses} problem={request.problem} />
          </li>
        ))}
      </ul>
    </section>
  )
}
