import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCan } from '../../../platform/session/index.ts'
import classes from './trial.module.css'

export const RESULT_PANELS = ['picture', 'try', 'replay', 'running', 'versions'] as const
export type ResultPanel = (typeof RESULT_PANELS)[number]

/** Dialogs show these too, with a margin of theirs. */
const PADDED: ResultPanel[] = ['replay', 'running']

interface ResultFrameProps {
  panel: ResultPanel
  onPanel: (panel: ResultPanel) => void
  label: string
  /** "Try answers" */
  tryLabel: string
  /** What is approved: "bills". */
  nouns?: string
  panels: Record<ResultPanel, ReactNode>
}

/** Beside the rules of a builder: how they run, a trial, past requests, those in progress, and versions. */
export const ResultFrame = ({ panel, onPanel, label, tryLabel, nouns = 'requests', panels }: ResultFrameProps) => {
  const labels: Record<ResultPanel, string> = {
    picture: 'Picture',
    try: tryLabel,
    replay: `Past ${nouns}`,
    running: 'In progress',
    versions: 'Versions',
  }
  const can = useCan()
  const offered = RESULT_PANELS.filter((each) => each !== 'running' || can('approvals.configure'))
  return (
    <Tabs
      value={panel}
      onChange={(next) => onPanel((next ?? 'picture') as ResultPanel)}
      keepMounted={false}
      aria-label={label}
    >
      <Tabs.List mb="sm">
        {offered.map((each) => (
          <Tabs.Tab key={each} value={each} className={classes.tab ?? ''}>
            {labels[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map((each) => (
        <Tabs.Panel
          key={each}
          value={each}
          className={each === 'picture' ? '' : (classes[PADDED.includes(each) ? 'padded' : 'frame'] ?? '')}
        >
          {panels[each]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
