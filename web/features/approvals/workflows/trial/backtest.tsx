import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import { to } from '../../../../lib/address.ts'
import { hoursNote, ReplayPanel } from '../../engine/index.ts'
import type { useBacktest } from './trial-api.ts'

interface BacktestPanelProps {
  /** Kept by the builder, so that the result survives a look at the rules or the picture. */
  backtest: ReturnType<typeof useBacktest>
  definition: WorkflowDefinition
  hasProblems: boolean
}

/** Past requests of the category planned again with the draft. */
export const BacktestPanel = ({ backtest, definition, hasProblems }: BacktestPanelProps) => {
  const { data } = backtest
  return (
    <ReplayPanel
      what="requests in this category"
      noun="request"
      hasProblems={hasProblems}
      isPending={backtest.isPending}
      error={backtest.error}
      isOutdated={data !== undefined && backtest.variables?.definition !== definition}
      run={(period) => backtest.mutate({ definition, period })}
      result={
        data && {
          ...data,
          requests: data.requests.map(({ number, title, before, after, hoursAdded, ...request }) => ({
            ...request,
            title: `#${number} ${title}`,
            href: to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: request.id }),
            note: [
              before?.id === after?.id
                ? ''
                : `by “${after?.label ?? 'no workflow'}” instead of “${before?.label ?? 'no workflow'}”`,
              hoursNote(hoursAdded),
            ]
              .filter(Boolean)
              .join(', '),
          })),
        }
      }
    />
  )
}
