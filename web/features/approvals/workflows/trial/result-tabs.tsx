import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WorkflowDefinition } from '../../../../../schema/approvals/workflows/definition.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { BacktestPanel } from './backtest.tsx'
import type { SampleForm } from './sample-form.ts'
import { Simulator, type Trial } from './simulator.tsx'
import classes from './trial.module.css'
import { readVersion, type useBacktest, useVersions } from './trial-api.ts'
import type { TriedPath } from './tried-path.ts'
import { VersionList } from './version-list.tsx'

export const RESULT_PANELS = ['picture', 'try', 'replay', 'versions'] as const
export type ResultPanel = (typeof RESULT_PANELS)[number]

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
  picture: ReactNode
  backtest: ReturnType<typeof useBacktest>
  sample: SampleForm
  trial: Trial
  onTrial: (change: (trial: Trial) => Trial) => void
  onShowPath: (path: TriedPath) => void
  onRestore: (definition: WorkflowDefinition) => void
}

/** Beside the rules: how they run, a trial with sample answers, past requests, and versions. */
export const ResultTabs = (props: ResultTabsProps) => {
  const { panel, onPanel, workflowId, version, form, definition, hasProblems, picture, onShowPath, onRestore } = props
  return (
    <Tabs
      value={panel}
      onChange={(next) => onPanel((next ?? 'picture') as ResultPanel)}
      keepMounted={false}
      aria-label="Results by rule"
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="picture">Picture</Tabs.Tab>
        <Tabs.Tab value="try">Try answers</Tabs.Tab>
        <Tabs.Tab value="replay">Past requests</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="picture">{picture}</Tabs.Panel>
      <Tabs.Panel value="try" className={classes.frame ?? ''}>
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
      </Tabs.Panel>
      <Tabs.Panel value="replay" className={classes.frame ?? ''}>
        <BacktestPanel backtest={props.backtest} definition={definition} hasProblems={hasProblems} />
      </Tabs.Panel>
      <Tabs.Panel value="versions" className={classes.frame ?? ''}>
        <Versions workflowId={workflowId} version={version} onRestore={onRestore} />
      </Tabs.Panel>
    </Tabs>
  )
}
