import { Button, Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { PageTabs, PrintItem } from '../../../ui/print/page-tabs.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import { useEvidenceDialog } from '../../approvals/evidence/index.ts'
import { DocumentManager } from '../../documents/documents/index.ts'
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
  WithdrawDialog,
} from '../../requests/submissions/index.ts'
import { BillChecks } from '../checks/index.ts'
import { billHref, editHref } from './address.ts'
import { type Bill, billKeys, useBill, useBillApprovals, useSetDocuments } from './api.ts'
import { BillDetails, BillFacts } from './bill-details.tsx'
import { ArchiveBillDialog, type BillDialog, BillMenu, hasMenu } from './bill-menu.tsx'
import { BesideInvoice } from './desk/beside-invoice.tsx'
import desk from './desk/desk.module.css'
import { BillsGate } from './gate.tsx'
import { BILL_API, discussionOf } from './subject-api.ts'
import { WatchersDialog } from './watchers-dialog.tsx'
import { billState } from './words.ts'

const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'threads', label: 'Comments' },
  { id: 'documents', label: 'Documents' },
  { id: 'activity', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['id']
const isTab = (tab: string): tab is Tab => TABS.some(({ id }) => id === tab)

interface BillPageProps {
  id: string
  tab?: string
}

/** One bill: what is billed, who decides, and what happened. */
export const BillPage = (props: BillPageProps) => (
  <BillsGate permission="bills.read">
    <Opened {...props} />
  </BillsGate>
)

const Opened = ({ id, tab = 'details' }: BillPageProps) => {
  const { data, error, refetch } = useBill(id)
  if (!isTab(tab)) return <NotFound />
  if (!data) return <PendingPage title="Bill" error={error} onRetry={() => void refetch()} />
  return (
    <SubjectApiProvider api={BILL_API}>
      <Loaded bill={data} tab={tab} />
    </SubjectApiProvider>
  )
}

const Loaded = ({ bill, tab }: { bill: Bill; tab: Tab }) => {
  const { id } = bill
  const client = useQueryClient()
  const go = useGo()
  const isMobile = useIsMobile()
  const [dialog, setDialog] = useState<BillDialog | null>(null)
  const closeDialog = () => setDialog(null)
  const evidence = useEvidenceDialog('BILL', id)
  const approvals = useBillApprovals(id)
  const updated = useLive(id, true)
  const mine = approvals.data ? myBlocks(approvals.data.levels) : []
  // The two reads may be from before and after an edit. The person can only have seen the older version.
  const seenVersion = Math.min(approvals.data?.version ?? bill.version, bill.version)
  const { action, act, close } = useActionDialog(
    approvals.data?.levels.flatMap((level) => level.blocks),
    seenVersion,
  )
  useDecisionKeys(mine, act)
  const may = approvals.data ?? { canWatch: false, canWithdraw: false }
  return (
    <div className={`${classes.page} ${desk.page}`} data-bar={(isMobile && mine.length > 0) || undefined}>
      <PageHeader
        title={bill.displayName}
        tabTitle={`${bill.invoiceNumber} - Bills`}
        state={
          <>
            <StatusBadge {...billState(bill)} />
            <span role="status" className={classes.updated}>
              {updated && 'Updated just now'}
            </span>
          </>
        }
        breadcrumbs={[{ label: 'Bills', href: to('/payments/bills') }]}
        action={
          bill.canEdit &&
          (bill.status === 'REJECTED' || bill.status === 'WITHDRAWN') && (
            <Button component={AppLink} href={editHref(id)}>
              Edit and resubmit
            </Button>
          )
        }
        menu={
          <>
            {evidence.item}
            <PrintItem />
            {hasMenu(bill, may) && <BillMenu bill={bill} may={may} open={setDialog} />}
          </>
        }
        subtitle={
          <>
            <SubjectSentence approvals={approvals.data} decidedAt={bill.fullyReviewedAt} />
            <p className={classes.summary}>
              <MoneyText money={bill.totalAmount} />
              <span>
                entered <DateText instant={bill.createdAt} /> by {bill.createdBy.name}
              </span>
            </p>
            {bill.archiveMessage && <p className={classes.summary}>Archived: {bill.archiveMessage}</p>}
          </>
        }
      />
      <BesideInvoice bill={bill}>
        <BillChecks billId={id} />
        <SendBackNotice id={id} approvals={approvals.data} editHref={bill.canEdit ? editHref(id) : null} />
        <PageTabs
          value={tab}
          onChange={(next) => go.to(billHref(id, next === 'details' || next === null ? undefined : next))}
        >
          <Tabs.List className={classes.tabs ?? ''}>
            {TABS.map((one) => (
              <Tabs.Tab key={one.id} value={one.id}>
                {one.label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="details" className={classes.panel ?? ''}>
            <div className={desk.stack}>
              <section aria-label="Facts" className={`${classes.card} ${desk.facts}`}>
                <BillFacts bill={bill} />
              </section>
              <BillDetails bill={bill} />
              <section aria-label="Approvals">
                <h2 className={classes.sideTitle}>Approvals</h2>
                <Timeline
                  submissionId={id}
                  approvals={approvals.data}
                  error={approvals.error}
                  onRetry={() => void approvals.refetch()}
                  act={act}
                  withDecisions={!isMobile}
                />
              </section>
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="threads" className={classes.panel ?? ''}>
            <ThreadList subject={discussionOf(id)} />
          </Tabs.Panel>
          <Tabs.Panel value="documents" className={classes.panel ?? ''}>
            <Documents bill={bill} />
          </Tabs.Panel>
          <Tabs.Panel value="activity" className={classes.panel ?? ''}>
            <History targetType="BILL" targetId={id} queryKey={billKeys.history(id)} details={CHANGE_DETAILS} />
          </Tabs.Panel>
        </PageTabs>
      </BesideInvoice>
      {evidence.dialog}
      {dialog === 'archive' && <ArchiveBillDialog bill={bill} onClose={closeDialog} />}
      {dialog === 'withdraw' && <WithdrawDialog id={id} onClose={closeDialog} />}
      {dialog === 'watchers' && <WatchersDialog bill={bill} onClose={closeDialog} />}
      {isMobile && <DecisionBar mine={mine} act={act} />}
      {action && (
        <BlockDialogs
          submissionId={id}
          action={action}
          mine={mine}
          onRefresh={() => void client.invalidateQueries({ queryKey: billKeys.one(id) })}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The invoice stays. Other documents can be added and removed. */
const Documents = ({ bill }: { bill: Bill }) => {
  const set = useSetDocuments(bill.id)
  const invoiceId = bill.invoice?.documentId
  const others = useMemo(() => bill.documents.map(({ id }) => id).filter((id) => id !== invoiceId), [bill, invoiceId])
  const ids = useMemo(() => (invoiceId ? [invoiceId, ...others] : others), [invoiceId, others])
  return (
    <div className={classes.documents}>
      <DocumentManager
        label="Invoice and documents of the bill"
        readOnly={!bill.canLink}
        value={ids}
        removable={new Set(bill.canLink ? others : [])}
        onDetach={({ id }) => set.send(others.filter((one) => one !== id))}
        onChange={(next) => {
          const wanted = next.filter((documentId) => documentId !== invoiceId)
          if (wanted.some((documentId) => !others.includes(documentId))) set.send(wanted)
        }}
      />
    </div>
  )
}
