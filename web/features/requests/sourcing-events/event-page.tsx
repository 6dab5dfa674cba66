import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useGo } from '../../../lib/address.ts'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { FactList, History, historyFacts, type RowDetails } from '../../platform/audit/index.ts'
import { eventHref, SOURCING_EVENTS } from './address.ts'
import { eventKeys, type SourcingEvent, useEvent } from './api.ts'
import { AwardTab, type CreateVendor } from './award-tab.tsx'
import { BiddersTab } from './bidders-tab.tsx'
import { BidsTab } from './bids-tab.tsx'
import { ComparisonTab } from './comparison-tab.tsx'
import { EventHeader } from './event-header.tsx'
import classes from './events.module.css'
import { OverviewTab } from './overview-tab.tsx'
import { QuestionsTab } from './questions-tab.tsx'
import { ScoresTab } from './scores-tab.tsx'

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'bidders', label: 'Bidders' },
  { id: 'questions', label: 'Questions and answers' },
  { id: 'bids', label: 'Bids' },
  { id: 'scores', label: 'Scores' },
  { id: 'comparison', label: 'Comparison' },
  { id: 'award', label: 'Award' },
  { id: 'history', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['id']
const isTab = (tab: string): tab is Tab => TABS.some(({ id }) => id === tab)

interface EventPageProps {
  id: string
  tab?: string
  createVendor: CreateVendor
}

/** One sourcing event, from inviting bidders to choosing one. */
export const EventPage = ({ id, tab = 'overview', createVendor }: EventPageProps) => {
  const { data, error, refetch } = useEvent(id)
  const go = useGo()
  const tabs = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined
  // On a narrow screen the open tab may be beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab is brought into view
  useEffect(() => {
    if (isShown)
      tabs.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isShown, tab])
  if (!isTab(tab)) return <NotFound />
  if (!data)
    return (
      <PendingPage
        title="Sourcing event"
        breadcrumbs={[SOURCING_EVENTS]}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return (
    <>
      <EventHeader event={data} />
      <Tabs
        value={tab}
        onChange={(next) => go.to(eventHref(id, next === 'overview' || next === null ? undefined : next))}
      >
        <Tabs.List ref={tabs} className={classes.tabs ?? ''}>
          {TABS.map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {labelOf(one, data)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <Content tab={tab} event={data} createVendor={createVendor} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const labelOf = ({ id, label }: (typeof TABS)[number], { questions, bidders }: SourcingEvent): string => {
  const open = questions.filter(({ answer }) => answer === null).length
  if (id === 'questions' && open > 0) return `${label} (${open})`
  if (id === 'bidders' && bidders.length > 0) return `${label} (${bidders.length})`
  return label
}

const Content = ({ tab, event, createVendor }: { tab: Tab; event: SourcingEvent; createVendor: CreateVendor }) => {
  switch (tab) {
    case 'overview':
      return <OverviewTab event={event} />
    case 'bidders':
      return <BiddersTab event={event} />
    case 'questions':
      return <QuestionsTab event={event} />
    case 'bids':
      return <BidsTab event={event} />
    case 'scores':
      return <ScoresTab event={event} />
    case 'comparison':
      return <ComparisonTab event={event} />
    case 'award':
      return <AwardTab event={event} createVendor={createVendor} />
    case 'history':
      return (
        <History
          targetType="SOURCING_EVENT"
          targetId={event.id}
          queryKey={[...eventKeys.one(event.id), 'history']}
          details={DETAILS}
        />
      )
  }
}

const DETAILS: RowDetails = {
  has: ({ changeData }) => historyFacts(changeData).length > 0,
  render: ({ changeData }) => <FactList facts={historyFacts(changeData)} />,
}
