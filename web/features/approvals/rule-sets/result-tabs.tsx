import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Simulation } from '../../../../schema/approvals/rule-sets/endpoints.ts'
import { LinkedReplayPanel } from '../engine/index.ts'
import { RunningPanel } from '../rerouting/index.ts'
import { ResultFrame, type ResultPanel, VersionList } from '../workflows/index.ts'
import { type useBacktest, useVersions } from './api.ts'
import type { inputOf } from './draft.ts'
import { type RuleSubject, useRuleSubject } from './rule-subject.ts'
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
  isDirty: boolean
  picture: ReactNode
  /** Kept by the builder, so that results survive a look at the rules or the picture. */
  backtest: ReturnType<typeof useBacktest>
  sample: Sample
  onSample: (change: (sample: Sample) => Sample) => void
  onShowPath: (simulation: Simulation) => void
  onRestore: (version: Awaited<ReturnType<RuleSubject['api']['version']>>) => void
}

/** Beside the rules: how they run, a trial, what was filed in the past, what is in progress, and versions. */
export const ResultTabs = (props: ResultTabsProps) => {
  const { panel, onPanel, ruleSetId, version, draft, hasProblems, picture } = props
  const { words } = useRuleSubject()
  return (
    <ResultFrame
      panel={panel}
      onPanel={onPanel}
      label="Results of the rules"
      tryLabel={words.tryLabel}
      nouns={words.nouns}
      panels={{
        picture,
        try: (
          <Trial
            sample={props.sample}
            onSample={props.onSample}
            draft={{ id: ruleSetId, ...draft }}
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
        ),
        replay: <Replay backtest={props.backtest} draft={draft} hasProblems={hasProblems} />,
        running: (
          <RunningPanel changed={{ kind: 'RULE_SET', id: ruleSetId }} version={version} isDirty={props.isDirty} />
        ),
        versions: <Versions ruleSetId={ruleSetId} version={version} onRestore={props.onRestore} />,
      }}
    />
  )
}

const Versions = ({ ruleSetId, version, onRestore }: Pick<ResultTabsProps, 'ruleSetId' | 'version' | 'onRestore'>) => {
  const { api } = useRuleSubject()
  return (
    <VersionList
      noun="rule set"
      versions={useVersions(ruleSetId, version)}
      version={version}
      read={(wanted) => api.version(ruleSetId, wanted)}
      onRestore={onRestore}
    />
  )
}

interface ReplayProps {
  backtest: ReturnType<typeof useBacktest>
  draft: Input
  hasProblems: boolean
}

/** What was filed in the past, planned again with the draft. */
const Replay = ({ backtest, draft, hasProblems }: ReplayProps) => {
  const { data } = backtest
  const { words } = useRuleSubject()
  const { period: _, ...replayed } = backtest.variables ?? {}
  return (
    <LinkedReplayPanel
      what={words.nouns}
      noun={words.noun}
      hasProblems={hasProblems}
      isPending={backtest.isPending}
      error={backtest.error}
      isOutdated={data !== undefined && JSON.stringify(replayed) !== JSON.stringify(draft)}
      run={(period) => backtest.mutate({ ...draft, period })}
      result={data}
    />
  )
}
