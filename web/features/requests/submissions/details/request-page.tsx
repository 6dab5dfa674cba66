import { Skeleton, Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IntakeSubmission } from '../../../../../schema/requests/endpoints.ts'
import { REQUEST_TABS, type RequestTabId } from '../../../../../schema/requests/submissions/request-endpoints.ts'
import { to, useGo } from '../../../../lib/address.ts'
import { isApiError, isMissing } from '../../../../lib/errors.ts'
import { GoTo } from '../../../../ui/go-to.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { PageTabs } from '../../../../ui/print/page-tabs.tsx'
import { late } from '../../../../ui/settling/late.tsx'
import { ErrorState, Forbidden, NotFound } from '../../../../ui/states.tsx'
import { useIsMobile } from '../../../../ui/viewport.ts'
import { ConversationProvider, LateThreadList } from '../../../documents/threads/index.ts'
import { editHref, requestHref } from '../address.ts'
import { requestKeys, useAnswers, useApprovals, useSubmission, useTabs } from '../api.ts'
import { ApprovalEffectsProvider, useApprovalEffects } from '../approval-effects.ts'
import { myBlocks } from '../blocks.ts'
import { conversationOf } from '../conversation.ts'
import { useSubjectApi } from '../subject-api.ts'
import { AdditionalAnswers, Answers } from './answers.tsx'
import { BlockDialogs } from './block-dialogs.tsx'
import { DecisionBar } from './decision-bar.tsx'
import classes from './details.module.css'
import { EffectsShown } from './effects-shown.tsx'
import { Facts } from './facts.tsx'
import { Header } from './header.tsx'
import { Timeline } from './timeline.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useActionDialog } from './use-dialog.ts'
import { useLive } from './use-live.ts'
import { Vendors } from './vendors/vendors.tsx'

const DocumentsTab = late(() => import('./documents-tab.tsx').then((module) => module.DocumentsTab), 200)
const HistoryTab = late(() => import('./history-tab.tsx').then((module) => module.HistoryTab), 200)
const ServicesTab = late(() => import('./services-tab.tsx').then((module) => module.ServicesTab), 200)

/** Tabs that other areas fill. Their routes say how. */
export type FurtherTabs = Readonly<Partial<Record<RequestTabId, (submission: IntakeSubmission) => ReactNode>>>

const FIRST_TABS = [
  { id: 'details', label: 'Details' },
  { id: 'approvals', label: 'Approvals' },
  { id: 'comments', label: 'Comments' },
  { id: 'documents', label: 'Documents' },
  { id: 'services', label: 'Services' },
  { id: 'history', label: 'History' },
] as const

const isTab = (tab: string): tab is RequestTabId => (REQUEST_TABS as readonly string[]).includes(tab)

const Bones = () => (
  <>
    <PageHeader title="Request" breadcrumbs={[{ label: 'Requests', href: to('/intake-requests') }]} />
    <div className={classes.columns} aria-busy>
      <Skeleton height={280} radius="lg" />
      <Skeleton height={280} radius="lg" />
    </div>
  </>
)

interface RequestPageProps {
  id: string
  tab?: string
  further?: FurtherTabs
}

/** One request: its state, its answers, who decides, and what happened. */
export const RequestPage = ({ id, tab = 'details', further = {} }: RequestPageProps) => {
  const { data, error, refetch, isFetching } = useSubmission(id)
  const effects = useApprovalEffects()
  if (!isTab(tab)) return <NotFound />
  if (!data) {
    if (!error) return <Bones />
    if (isMissing(error)) return <NotFound />
    if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
    return <ErrorState error={error} onRetry={() => void refetch()} />
  }
  // A cached request may be the draft that was just submitted.
  if (data.isDraft && isFetching) return <Bones />
  if (data.isDraft) return <GoTo href={editHref(data)} />
  return (
    <ConversationProvider value={conversationOf(data)}>
      <ApprovalEffectsProvider value={data.forVendor ? effects : null}>
        <Loaded submission={data} tab={tab} further={further} />
      </ApprovalEffectsProvider>
    </ConversationProvider>
  )
}

interface LoadedProps {
  submission: IntakeSubmission
  tab: RequestTabId
  further: FurtherTabs
}

const Loaded = ({ submission, tab, further }: LoadedProps) => {
  const { id } = submission
  const client = useQueryClient()
  const { discussionOf } = useSubjectApi()
  const go = useGo()
  const isMobile = useIsMobile()
  const approvals = useApprovals(id)
  const answers = useAnswers(id)
  const tabs = useTabs(id)
  const updated = useLive(id, true)
  const mine = approvals.data ? myBlocks(approvals.data.levels) : []

  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const seenVersion = Math.min(
    approvals.data?.version ?? submission.version,
    answers.data?.version ?? submission.version,
  )
  const levels = answers.data ? approvals.data?.levels : undefined
  const { action, act, close } = useActionDialog(
    levels?.flatMap((level) => level.blocks),
    seenVersion,
  )
  useDecisionKeys(mine, act)
  const refresh = (): void => void client.invalidateQueries({ queryKey: requestKeys.one(id) })
  const show = (next: string | null): void =>
    go.to(requestHref(submission, next === 'details' ? undefined : (next ?? undefined)))
  const timeline = (
    <Timeline
      submissionId={id}
      approvals={approvals.data}
      error={approvals.error}
      onRetry={() => void approvals.refetch()}
      act={act}
      withDecisions={!isMobile}
    />
  )
  return (
    <div className={classes.page} data-bar={(isMobile && mine.length > 0) || undefined}>
      <Header
        submission={submission}
        approvals={approvals.data}
        failed={approvals.isError}
        updated={updated}
        hasDecision={mine.length > 0}
      />
      <PageTabs value={tab} onChange={show}>
        <Tabs.List className={classes.tabs ?? ''}>
          {(tabs.data ?? FIRST_TABS).map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details" className={classes.panel ?? ''}>
          <div className={classes.columns}>
            <div className={classes.stack}>
              <EffectsShown id={id} />
              <Answers submission={submission} />
              <AdditionalAnswers submission={submission} />
            </div>
            <aside className={classes.side}>
              {/* On paper, the tab of that name follows. */}
              <section aria-label="Approvals" data-no-print>
                <h2 className={classes.sideTitle}>Approvals</h2>
                {timeline}
              </section>
              <section aria-label="Facts" className={classes.card}>
                <Facts submission={submission} workflow={approvals.data?.workflow?.label ?? null} />
              </section>
              <Vendors submission={submission} />
            </aside>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="approvals" className={classes.panel ?? ''}>
          {timeline}
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={classes.panel ?? ''}>
          <LateThreadList subject={discussionOf(id, null)} />
        </Tabs.Panel>
        <Tabs.Panel value="documents" className={classes.panel ?? ''}>
          <DocumentsTab id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="services" className={classes.panel ?? ''}>
          <ServicesTab id={id} />
        </Tabs.Panel>
        {Object.entries(further).map(([name, render]) => (
          <Tabs.Panel key={name} value={name} className={classes.panel ?? ''}>
            {render(submission)}
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history" className={classes.panel ?? ''}>
          <HistoryTab id={id} />
        </Tabs.Panel>
      </PageTabs>
      {isMobile && <DecisionBar mine={mine} act={act} />}
      {action && <BlockDialogs submissionId={id} action={action} mine={mine} onRefresh={refresh} onClose={close} />}
    </div>
  )
}
