import { Button, Tabs } from '@mantine/core'
import { IconHistory, IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { REPLAYED, type RuleSetBacktest, type Simulation } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { readAddress } from '../../../lib/address.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { BacktestResult, type ResultPanel, VersionList } from '../workflows/index.ts'
import { readVersion, type useBacktest, useVersions } from './api.ts'
import type { inputOf } from './draft.ts'
import classes from './rule-sets.module.css'
import type { Sample } from './sample.ts'
import { Trial } from './trial.tsx'

type Input = ReturnType<typeof inputOf>

interface ResultTabsProps {
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
  ruleSetId: string
  version: number
  /** As it would be saved. */
  draft: Input
  hasProblems: boolean
  picture: ReactNode
  /** Kept by the builder, so that results survive a look at the rules or the picture. */
  backtest: ReturnType<typeof useBacktest>
  sample: Sample
  onSample: (change: (sample: Sample) => Sample) => void
  onShowPath: (simulation: Simulation) => void
  onRestore: (version: Awaited<ReturnType<typeof readVersion>>) => void
}

/** Beside the rules: how they run, a trial, past spend requests, and versions. */
export const ResultTabs = (props: ResultTabsProps) => {
  const { panel, onPanel, ruleSetId, version, draft, hasProblems, picture } = props
  return (
    <Tabs
      value={panel}
      onChange={(next) => onPanel((next ?? 'picture') as ResultPanel)}
      keepMounted={false}
      aria-label="Results of the rules"
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="picture">Picture</Tabs.Tab>
        <Tabs.Tab value="try">Try a request</Tabs.Tab>
        <Tabs.Tab value="replay">Past requests</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="picture">{picture}</Tabs.Panel>
      <Tabs.Panel value="try" className={classes.frame ?? ''}>
        <Trial
          sample={props.sample}
          onSample={props.onSample}
          draft={{ spendRuleSetId: ruleSetId, ...draft }}
          hasProblems={hasProblems}
          action={(simulation) => (
            <div>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRoute size={16} aria-hidden />}
                onClick={() => props.onShowPath(simulation)}
              >
                Show the path in the diagram
              </Button>
            </div>
          )}
        />
      </Tabs.Panel>
      <Tabs.Panel value="replay" className={classes.frame ?? ''}>
        <Replay backtest={props.backtest} draft={draft} hasProblems={hasProblems} />
      </Tabs.Panel>
      <Tabs.Panel value="versions" className={classes.frame ?? ''}>
        <Versions ruleSetId={ruleSetId} version={version} onRestore={props.onRestore} />
      </Tabs.Panel>
    </Tabs>
  )
}

const Versions = ({ ruleSetId, version, onRestore }: Pick<ResultTabsProps, 'ruleSetId' | 'version' | 'onRestore'>) => (
  <VersionList
    noun="rule set"
    versions={useVersions(ruleSetId, version)}
    version={version}
    read={(wanted) => readVersion(ruleSetId, wanted)}
    onRestore={onRestore}
  />
)

const hours = (count: number): string => {
  const shown = Math.abs(count).toLocaleString('en-US', { maximumFractionDigits: 1 })
  return `${shown} ${shown === '1' ? 'hour' : 'hours'}`
}

/** How much longer or shorter approvals would take, by how long the same people took. */
const hoursText = (added: number | null): string => {
  if (added === null) return 'No one has decided on a spend request yet, so the time can’t be estimated.'
  if (added === 0) return 'Approvals would take about as long.'
  return added > 0
    ? `Approvals would take about ${hours(added)} longer in total.`
    : `Approvals would take about ${hours(added)} less in total.`
}

const noteOf = (added: number | null): string => {
  if (!added) return ''
  return added > 0 ? `about ${hours(added)} longer` : `about ${hours(added)} less`
}

interface ReplayProps {
  backtest: ReturnType<typeof useBacktest>
  draft: Input
  hasProblems: boolean
}

/** Past spend requests planned again with the draft: who gains or loses an approval, and the time it takes. */
const Replay = ({ backtest, draft, hasProblems }: ReplayProps) => {
  const run = (): void => backtest.mutate(draft)
  const isOutdated = backtest.data !== undefined && JSON.stringify(backtest.variables) !== JSON.stringify(draft)
  return (
    <div className={classes.panel}>
      <div className={classes.form}>
        <p className={classes.hint}>
          Tests your last {REPLAYED} spend requests against the saved rules and this draft. Nothing changes and no one
          is notified.
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

const Result = ({ result }: { result: RuleSetBacktest }) => (
  <BacktestResult
    looked={result.looked}
    people={result.people}
    requests={result.requests.map(({ href, hoursAdded, ...request }) => ({
      ...request,
      href: readAddress(href),
      note: noteOf(hoursAdded),
    }))}
    noun="spend request"
    also={result.requests.length > 0 ? hoursText(result.hoursAdded) : ''}
    empty={{ title: 'No spend requests yet', text: 'Once some have been submitted, you can test these rules on them.' }}
  />
)
