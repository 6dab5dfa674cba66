import { Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { PageTabs } from '../../../ui/print/page-tabs.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import { confirmRemoval, DocumentManager } from '../../documents/documents/index.ts'
import { ThreadList } from '../../documents/threads/index.ts'
import { History } from '../../platform/audit/index.ts'
import {
  BlockDialogs,
  CHANGE_DETAILS,
  detailsClasses as classes,
  DecisionBar,
  myBlocks,
  SendBackNotice,
  SubjectApiProvider,
  SubjectSentence,
  Timeline,
  useActionDialog,
  useDecisionKeys,
  useLive,
} from '../../requests/submissions/index.ts'
import { SPEND_REQUESTS, spendHref } from './address.ts'
import { type SpendRequest, spendKeys, useAttach, useDetach, useSpendApprovals, useSpendRequest } from './api.ts'
import { ProposedVendor } from './proposed-vendor.tsx'
import { SpendDetails, SpendFacts } from './spend-details.tsx'
import { SpendHeader } from './spend-header.tsx'
import { discussionOf, SPEND_API } from './subject-api.ts'

const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'approvals', label: 'Approvals' },
  { id: 'comments', label: 'Comments' },
  { id: 'documents', label: 'Documents' },
  { id: 'history', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['id']
const isTab = (tab: string): tab is Tab => TABS.some(({ id }) => id === tab)

/** One spend request: what it costs, who decides, and what happened. */
export const SpendPage = ({ id, tab = 'details' }: { id: string; tab?: string }) => {
  const { data, error, refetch } = useSpendRequest(id)
  if (!isTab(tab)) return <NotFound />
  if (!data)
    return (
      <PendingPage title="Spend request" breadcrumbs={[SPEND_REQUESTS]} error={error} onRetry={() => void refetch()} />
    )
  return (
    <SubjectApiProvider api={SPEND_API}>
      <Loaded spend={data} tab={tab} />
    </SubjectApiProvider>
  )
}

const Loaded = ({ spend, tab }: { spend: SpendRequest; tab: Tab }) => {
  const { id } = spend
  const client = useQueryClient()
  const go = useGo()
  const isMobile = useIsMobile()
  const approvals = useSpendApprovals(id)
  const updated = useLive(id, true)
  const mine = approvals.data ? myBlocks(approvals.data.levels) : []
  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const seenVersion = Math.min(approvals.data?.version ?? spend.version, spend.version)
  const { action, act, close } = useActionDialog(
    approvals.data?.levels.flatMap((level) => level.blocks),
    seenVersion,
  )
  useDecisionKeys(mine, act)
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
      <SpendHeader
        spend={spend}
        sentence={<SubjectSentence approvals={approvals.data} decidedAt={spend.fullyReviewedAt} />}
        updated={updated}
        canWatch={approvals.data?.canWatch ?? false}
        canWithdraw={approvals.data?.canWithdraw ?? false}
      />
      <SendBackNotice
        id={id}
        approvals={approvals.data}
        editHref={spend.canEdit ? to('/spend-requests/$spendRequestId/edit', { spendRequestId: id }) : null}
      />
      <PageTabs
        value={tab}
        onChange={(next) => go.to(spendHref(id, next === 'details' || next === null ? undefined : next))}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          {TABS.map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details" className={classes.panel ?? ''}>
          <div className={classes.columns}>
            <SpendDetails
              spend={spend}
              cutsIn={seenVersion === spend.version ? mine.find(({ canDecide }) => canDecide)?.id : undefined}
            />
            <aside className={classes.side}>
              <section aria-label="Approvals" data-no-print>
                <h2 className={classes.sideTitle}>Approvals</h2>
                {timeline}
              </section>
              <section aria-label="Facts" className={classes.card}>
                <SpendFacts spend={spend} />
              </section>
              <ProposedVendor spend={spend} />
            </aside>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="approvals" className={classes.panel ?? ''}>
          {timeline}
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={classes.panel ?? ''}>
          <ThreadList subject={discussionOf(id)} />
        </Tabs.Panel>
        <Tabs.Panel value="documents" className={classes.panel ?? ''}>
          <Documents spend={spend} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel ?? ''}>
          <SpendHistory id={id} />
        </Tabs.Panel>
      </PageTabs>
      {isMobile && <DecisionBar mine={mine} act={act} />}
      {action && (
        <BlockDialogs
          submissionId={id}
          action={action}
          mine={mine}
          onRefresh={() => void client.invalidateQueries({ queryKey: spendKeys.one(id) })}
          onClose={close}
        />
      )}
    </div>
  )
}

const Documents = ({ spend }: { spend: SpendRequest }) => {
  const attach = useAttach(spend.id)
  const detach = useDetach(spend.id)
  const ids = useMemo(() => spend.documents.map(({ id }) => id), [spend.documents])
  const take = async (document: { id: string; displayName: string }): Promise<void> => {
    if (await confirmRemoval(document.displayName, 'this spend request')) detach.send(document)
  }
  return (
    <div className={classes.documents}>
      <DocumentManager
        label="Attached to the spend request"
        readOnly={!spend.canLink}
        value={ids}
        removable={new Set(spend.canLink ? ids : [])}
        onDetach={(document) => void take(document)}
        onChange={(next) => {
          const added = next.filter((documentId) => !ids.includes(documentId))
          if (added.length > 0) attach.send(added)
        }}
      />
    </div>
  )
}

const SpendHistory = ({ id }: { id: string }) => (
  <History targetType="SPEND_REQUEST" targetId={id} queryKey={spendKeys.history(id)} details={CHANGE_DETAILS} />
)
