import type { ReactNode } from 'react'
import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { RunningPanel } from '../../rerouting/index.ts'
import { BacktestPanel } from './backtest.tsx'
import { ResultFrame, type ResultPanel } from './result-frame.tsx'
import type { SampleForm } from './sample-form.ts'
import { Simulator, type Trial } from './simulator.tsx'
import { readVersion, type useBacktest, useVersions } from './trial-api.ts'
import type { TriedPath } from './tried-path.ts'
import { VersionList } from './version-list.tsx'

interface VersionsProps {
  workflowId: string
  version: number
  onRestore: (definition: WorkflowDefinition) => void
}

const Versions = ({ workflowId, version, onRestore }: VersionsProps) => (
  <VersionList
    noun="workflow"
    versions={useVersions(workflowId, version)}
    version={version}
    read={async (wanted) => (await readVersion(workflowId, wanted)).definition}
    onRestore={onRestore}
  />
)

interface ResultTabsProps {
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
  workflowId: string
  version: number
  form: FormDefinition
  /** As it would be saved. */
  definition: WorkflowDefinition
  hasProblems: boolean
  isDirty: boolean
  picture: ReactNode
  backtest: ReturnType<typeof useBacktest>
  sample: SampleForm
  trial: Trial
  onTrial: (change: (trial: Trial) => Trial) => void
  onShowPath: (path: TriedPath) => void
  onRestore: (definition: WorkflowDefinition) => void
}

/** Beside the rules: how they run, a trial with sample answers, past requests, those in progress, and versions. */
export const ResultTabs = (props: ResultTabsProps) => {
  const { panel, onPanel, workflowId, version, form, definition, hasProblems, picture, onShowPath, onRestore } = props
  return (
    <ResultFrame
      panel={panel}
      onPanel={onPanel}
      label="Results by rule"
      tryLabel="Try answers"
      panels={{
        picture,
        try: (
          <Simulator
            sample={props.sample}
            workflowId={workflowId}
            form={form}
            definition={definition}
            hasProblems={hasProblems}
            trial={props.trial}
            onTrial={props.onTrial}
            onShowPath={(path) => {
              onShowPath(path)
              onPanel('picture')
            }}
          />
        ),
        replay: <BacktestPanel backtest={props.backtest} definition={definition} hasProblems={hasProblems} />,
        running: (
          <RunningPanel changed={{ kind: 'WORKFLOW', id: workflowId }} version={version} isDirty={props.isDirty} />
        ),
        versions: <Versions workflowId={workflowId} version={version} onRestore={onRestore} />,
      }}
    />
  )
}
