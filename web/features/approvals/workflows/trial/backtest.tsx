import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import { BACKTEST_REQUESTS } from '../../../../../schema/requests/endpoints.ts'
import { to } from '../../../../lib/address.ts'
import { ErrorState } from '../../../../ui/states.tsx'
import { BacktestResult } from './backtest-result.tsx'
import classes from './trial.module.css'
import type { useBacktest } from './trial-api.ts'

interface BacktestPanelProps {
  /** Kept by the builder, so that the result survives a look at the rules or the picture. */
  backtest: ReturnType<typeof useBacktest>
  definition: WorkflowDefinition
  hasProblems: boolean
}

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
      {backtest.data && !backtest.isPending && (
        <BacktestResult
          looked={backtest.data.looked}
          people={backtest.data.people}
          requests={backtest.data.requests.map(({ number, title, before, after, ...request }) => ({
            ...request,
            title: `#${number} ${title}`,
            href: to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: request.id }),
            note:
              before?.id === after?.id
                ? ''
                : `by “${after?.label ?? 'no workflow'}” instead of “${before?.label ?? 'no workflow'}”`,
          }))}
          noun="request"
          empty={{ title: 'No requests yet', text: 'No requests have been submitted in this category.' }}
        />
      )}
    </div>
  )
}
