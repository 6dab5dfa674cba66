import { Button } from '@mantine/core'
import { IconHistory, IconMinus, IconPlus } from '@tabler/icons-react'
import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import { BACKTEST_REQUESTS, type Backtest } from '../../../../../schema/requests/endpoints.ts'
import { to } from '../../../../lib/address.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { DateText } from '../../../../ui/date-text.tsx'
import { PersonName } from '../../../../ui/person-name.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import classes from './trial.module.css'
import type { useBacktest } from './trial-api.ts'

interface BacktestPanelProps {
  /** Kept by the builder, so that the result survives a look at the rules or the picture. */
  backtest: ReturnType<typeof useBacktest>
  definition: WorkflowDefinition
  hasProblems: boolean
}

const requests = (count: number): string => (count === 1 ? '1 request' : `${count} requests`)

/** Past requests planned again with the draft: who gains or loses an approval. */
export const BacktestPanel = ({ backtest, definition, hasProblems }: BacktestPanelProps) => {
  const run = (): void => backtest.mutate(definition)
  const isOutdated = backtest.data !== undefined && backtest.variables !== definition
  return (
    <div className={classes.panel}>
      <div className={classes.form}>
        <p className={classes.hint}>
          Tests your last {BACKTEST_REQUESTS} requests in this category against the saved workflows and this draft.
          Nothing changes and no one is notified.
        </p>
        <div>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            loading={backtest.isPending}
            disabled={hasProblems}
            onClick={run}
          >
            {backtest.data ? 'Replay again' : 'Test past requests'}
          </Button>
        </div>
        {hasProblems && <p className={classes.hint}>Fix the rules first.</p>}
        {isOutdated && <p className={classes.hint}>The rules changed since these requests were tested.</p>}
      </div>
      {backtest.error && <ErrorState error={backtest.error} onRetry={run} compact />}
      {backtest.data && !backtest.isPending && <Result result={backtest.data} />}
    </div>
  )
}

const Result = ({ result }: { result: Backtest }) => {
  if (result.looked === 0)
    return <EmptyState compact title="No requests yet" text="No requests have been submitted in this category." />
  const summary =
    result.requests.length === 0
      ? `All ${requests(result.looked)} would be approved by the same people.`
      : `${result.requests.length} of ${requests(result.looked)} would be approved differently.`
  return (
    <section className={classes.outcome} aria-label="What the draft changes">
      <p className={classes.summary} role="status">
        {summary}
      </p>
      {result.people.length > 0 && (
        <table className={classes.people}>
          <thead>
            <tr>
              <th scope="col">Approver</th>
              <th scope="col">Gains</th>
              <th scope="col">Loses</th>
            </tr>
          </thead>
          <tbody>
            {result.people.map((person) => (
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
      <ul className={classes.requests} aria-label="Requests that would be approved differently">
        {result.requests.map((request) => (
          <li key={request.id}>
            <p>
              <AppLink
                className="ol-link"
                href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: request.id })}
              >
                #{request.number} {request.title}
              </AppLink>
            </p>
            <p className={classes.hint}>
              {request.requestorName}, <DateText instant={request.submittedAt} />
              {request.before?.id !== request.after?.id &&
                `, by “${request.after?.label ?? 'no workflow'}” instead of “${request.before?.label ?? 'no workflow'}”`}
            </p>
            <ul className={classes.changes}>
              {request.gains.map((approval) => (
                <li key={`+${approval.userId}${approval.label}`} data-kind="gain">
                  <IconPlus size={14} aria-label="Gains" /> {approval.name}, {approval.label}
                </li>
              ))}
              {request.loses.map((approval) => (
                <li key={`-${approval.userId}${approval.label}`} data-kind="loss">
                  <IconMinus size={14} aria-label="Loses" /> {approval.name}, {approval.label}
                </li>
              ))}
              {request.problem && <li data-kind="problem">{request.problem}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
