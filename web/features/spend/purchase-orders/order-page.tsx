import { Alert, Button, Menu, Tabs } from '@mantine/core'
import { IconDownload, IconLock, IconLockOpen, IconMail, IconPencil, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import { to, useGo } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { Columns, Fact, Facts, Section } from '../../../ui/details.tsx'
import { DifferenceList } from '../../../ui/difference-list.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { PageTabs, PrintItem } from '../../../ui/print/page-tabs.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useEvidenceDialog } from '../../approvals/evidence/index.ts'
import { confirmRemoval, DocumentManager } from '../../documents/documents/index.ts'
import { ThreadList } from '../../documents/threads/index.ts'
import { History } from '../../platform/audit/index.ts'
import { orderHref, PURCHASE_ORDERS, pdfHref } from './address.ts'
import {
  discussionOf,
  orderKeys,
  type PurchaseOrder,
  useAttach,
  useCloseOrder,
  useDetach,
  usePurchaseOrder,
  useRefreshOrder,
  useResendOrder,
} from './api.ts'
import { useOrderChanges } from './change-api.ts'
import { ChangesOfOrder, WaitingChange } from './changes-of-order.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { ChangeDialog } from './late-change-dialog.ts'
import { OrderLines } from './lines-table.tsx'
import { MailDialog } from './mail-dialog.tsx'
import classes from './orders.module.css'
import { statusState, syncState } from './words.ts'

const TABS = [
  { id: 'details', label: 'Details' },
  { id: 'lines', label: 'Lines' },
  { id: 'bills', label: 'Bills' },
  { id: 'approvals', label: 'Approvals' },
  { id: 'versions', label: 'Versions' },
  { id: 'comments', label: 'Comments' },
  { id: 'documents', label: 'Documents' },
  { id: 'history', label: 'History' },
] as const
type Tab = (typeof TABS)[number]['id']
const isTab = (tab: string): tab is Tab => TABS.some(({ id }) => id === tab)

interface PurchaseOrderPageProps {
  id: string
  tab?: string
  /** Its bills, which this area doesn’t know. */
  bills: ReactNode
}

/** One purchase order: what was ordered, how it is in the accounting system, and what happened. */
export const PurchaseOrderPage = ({ id, tab = 'details', bills }: PurchaseOrderPageProps) => {
  const { data, error, refetch } = usePurchaseOrder(id)
  if (!isTab(tab)) return <NotFound />
  if (data) return <Loaded order={data} tab={tab} bills={bills} />
  return (
    <PendingPage title="Purchase order" breadcrumbs={[PURCHASE_ORDERS]} error={error} onRetry={() => void refetch()} />
  )
}

const Loaded = ({ order, tab, bills }: { order: PurchaseOrder; tab: Tab; bills: ReactNode }) => {
  const go = useGo()
  return (
    <>
      <Header order={order} />
      <Refusal order={order} />
      <WaitingChange order={order} />
      <PageTabs
        value={tab}
        onChange={(next) => go.to(orderHref(order.id, next === 'details' || next === null ? undefined : next))}
      >
        <Tabs.List>
          {TABS.map((one) => (
            <Tabs.Tab key={one.id} value={one.id}>
              {one.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details" className={classes.panel ?? ''}>
          <Details order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="lines" className={classes.panel ?? ''}>
          <OrderLines content={order.content} isInBooks={order.system !== null} billed={order.billedLines} />
        </Tabs.Panel>
        <Tabs.Panel value="bills" className={classes.panel ?? ''}>
          <Amounts order={order} />
          {bills}
        </Tabs.Panel>
        <Tabs.Panel value="approvals" className={classes.panel ?? ''}>
          <ChangesOfOrder order={order} />
          <Approvals order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={classes.panel ?? ''}>
          <Versions order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={classes.panel ?? ''}>
          <ThreadList subject={discussionOf(order.id)} />
        </Tabs.Panel>
        <Tabs.Panel value="documents" className={classes.panel ?? ''}>
          <Documents order={order} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel ?? ''}>
          <History targetType="PURCHASE_ORDER" targetId={order.id} queryKey={orderKeys.history(order.id)} />
        </Tabs.Panel>
      </PageTabs>
    </>
  )
}

const Header = ({ order }: { order: PurchaseOrder }) => {
  const { id, readableId, status, canChange, system, erp } = order
  const [dialog, setDialog] = useState<'mail' | 'close' | 'change' | null>(null)
  const changes = useOrderChanges(id)
  const [newest] = changes.data?.nodes ?? []
  const waiting = newest?.status === 'PENDING' ? { change: newest, version: changes.data?.version ?? 1 } : null
  const close = useCloseOrder(id)
  const evidence = useEvidenceDialog('PURCHASE_ORDER', id)
  const refresh = useRefreshOrder(id)
  return (
    <>
      <PageHeader
        title={`${readableId} ${vendorOf(order)}`}
        tabTitle={`${readableId} - Purchase orders`}
        breadcrumbs={[PURCHASE_ORDERS]}
        state={<StatusBadge {...statusState(status)} />}
        subtitle={order.memo}
        action={
          canChange && (
            <Button leftSection={<IconMail size={16} aria-hidden />} onClick={() => setDialog('mail')}>
              Email to vendor
            </Button>
          )
        }
        menu={
          <>
            <Menu.Item component="a" href={pdfHref(id)} leftSection={<IconDownload size={16} aria-hidden />}>
              Download PDF
            </Menu.Item>
            {evidence.item}
            <PrintItem />
            {canChange && status === 'OPEN' && (
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden />}
                disabled={!changes.data || erp.state === 'SENDING'}
                onClick={() => setDialog('change')}
              >
                {waiting ? 'Edit change' : 'Change order'}
              </Menu.Item>
            )}
            {system !== null && erp.erpId !== null && (
              <Menu.Item
                leftSection={<IconRefresh size={16} aria-hidden />}
                disabled={refresh.isPending}
                onClick={() => refresh.send(undefined)}
              >
                Refresh from {system}
              </Menu.Item>
            )}
            {canChange && system === null && (
              <Menu.Item
                leftSection={
                  status === 'OPEN' ? <IconLock size={16} aria-hidden /> : <IconLockOpen size={16} aria-hidden />
                }
                disabled={close.isPending}
                onClick={() => (status === 'OPEN' ? setDialog('close') : close.send({ closed: false }))}
              >
                {status === 'OPEN' ? 'Close order' : 'Open again'}
              </Menu.Item>
            )}
          </>
        }
      />
      {evidence.dialog}
      {dialog === 'change' && <ChangeDialog order={order} waiting={waiting} onClose={() => setDialog(null)} />}
      {dialog === 'mail' && <MailDialog order={order} onClose={() => setDialog(null)} />}
      {dialog === 'close' && <CloseDialog order={order} onClose={() => setDialog(null)} />}
    </>
  )
}

/** How much of it is billed, paid and left. */
const Amounts = ({ order: { total, billed, paid, open } }: { order: PurchaseOrder }) => (
  <Facts>
    <Fact label="Ordered">
      <MoneyText money={total} />
    </Fact>
    <Fact label="Billed">
      <MoneyText money={billed} />
    </Fact>
    <Fact label="Paid">
      <MoneyText money={paid} />
    </Fact>
    <Fact label="Open">
      <MoneyText money={open} />
    </Fact>
  </Facts>
)

const Refusal = ({ order }: { order: PurchaseOrder }) => {
  const resend = useResendOrder(order.id)
  const { erp, system, advice, canChange } = order
  if (erp.state === 'ERRORED')
    return (
      <Alert color="red" title={`Not accepted by ${system}`} mb="md">
        <p>{erp.error}</p>
        <p>{advice}</p>
        {canChange && (
          <Button
            mt="xs"
            size="compact-md"
            variant="default"
            loading={resend.isPending}
            onClick={() => resend.send(undefined)}
          >
            Send again
          </Button>
        )}
      </Alert>
    )
  if (erp.otherTotal === null) return null
  return (
    <Alert color="yellow" title={`Another total in ${system}`} mb="md">
      There, this order is <MoneyText money={{ value: erp.otherTotal, currency: order.currency }} /> instead of{' '}
      <MoneyText money={order.total} />. An admin can accept that, or send the approved order again.
    </Alert>
  )
}

const Details = ({ order }: { order: PurchaseOrder }) => {
  const { erp, system, linkedRequest } = order
  return (
    <>
      <Columns>
        <Facts>
          <Fact label="Vendor">
            {order.vendor ? (
              <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: order.vendor.id })}>
                {order.vendor.name}
              </AppLink>
            ) : (
              order.erpVendor?.name
            )}
          </Fact>
          <Fact label="Total">
            <MoneyText money={order.total} />
          </Fact>
          <Fact label="Open">
            <MoneyText money={order.open} />
          </Fact>
          <Fact label="Order date">
            <CalendarDateText date={erp.transactionDate} />
          </Fact>
          <Fact label="Entity">{order.entity?.name}</Fact>
          <Fact label="Department">{order.department?.name}</Fact>
          <Fact label={system ? 'Class' : 'Business unit'}>{order.classification?.name}</Fact>
          <Fact label="Location">{order.location?.name}</Fact>
        </Facts>
        <Facts>
          <Fact label="Request">
            {linkedRequest && (
              <AppLink
                className="ol-link"
                href={to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: linkedRequest.id })}
              >
                {linkedRequest.readableId}
              </AppLink>
            )}
          </Fact>
          <Fact label="Created">
            {order.createdBy}, <DateText instant={order.createdAt} />
          </Fact>
          <Fact label="Accounting system">
            <StatusBadge plain {...syncState(erp.state)} />
          </Fact>
          {system && (
            <>
              <Fact label={`Vendor in ${system}`}>{order.erpVendor?.name}</Fact>
              <Fact label={`Number in ${system}`}>
                {erp.url ? (
                  <a className="ol-link" href={erp.url} target="_blank" rel="noreferrer">
                    {erp.number ?? erp.erpId}
                  </a>
                ) : (
                  erp.number
                )}
              </Fact>
              <Fact label="Last synced">{erp.syncedOn && <DateText instant={erp.syncedOn} />}</Fact>
            </>
          )}
          <Fact label="Emailed to vendor">
            {order.mailedAt && (
              <>
                {order.mailedTo}, <DateText instant={order.mailedAt} />
              </>
            )}
          </Fact>
          {order.closedAt && (
            <Fact label="Closed">
              <DateText instant={order.closedAt} />
              {order.closeReason && `: ${order.closeReason}`}
            </Fact>
          )}
        </Facts>
      </Columns>
      <Section id="lines" title="Lines" inTab>
        <OrderLines content={order.content} isInBooks={order.system !== null} />
      </Section>
    </>
  )
}

const STEP_WORDS: Record<string, { tone: 'positive' | 'waiting' | 'negative'; label: string }> = {
  APPROVED: { tone: 'positive', label: 'Completed' },
  PENDING: { tone: 'waiting', label: 'Waiting' },
  REJECTED: { tone: 'negative', label: 'Rejected' },
}

/** The step that made it. The other steps are on the request, which not everyone sees. */
const Approvals = ({ order }: { order: PurchaseOrder }) => {
  const { approvalGroupStatus: step, linkedRequest } = order
  if (!step || !linkedRequest) return <p className={classes.note}>This order wasn’t made for a request.</p>
  return (
    <Section id="first-version" title="First version">
      <Facts>
        <Fact label={step.label}>
          <StatusBadge plain {...(STEP_WORDS[step.status] ?? { tone: 'waiting', label: 'Waiting' })} />
        </Fact>
        <Fact label="Approved with">
          <AppLink
            className="ol-link"
            href={to('/intake-request/$intakeSubmissionId/{-$tab}', {
              intakeSubmissionId: linkedRequest.id,
              tab: 'approvals',
            })}
          >
            Request {linkedRequest.readableId}
          </AppLink>
        </Fact>
      </Facts>
    </Section>
  )
}

const Versions = ({ order }: { order: PurchaseOrder }) => (
  <ol className={classes.versions}>
    {order.versions.map((version) => (
      <li key={version.version} className={classes.version}>
        <h2 className={classes.versionHead}>
          Version {version.version}
          {version.version === order.version && ', now'}
        </h2>
        <p className={classes.note}>
          {version.changedBy}, <DateText instant={version.changedAt} />
          {version.note && `: ${version.note}`}
        </p>
        <DifferenceList differences={version.differences} />
        <OrderLines content={version.content} isInBooks={order.system !== null} />
      </li>
    ))}
  </ol>
)

const Documents = ({ order }: { order: PurchaseOrder }) => {
  const attach = useAttach(order.id)
  const detach = useDetach(order.id)
  const ids = useMemo(() => order.documents.map(({ id }) => id), [order.documents])
  const take = async (document: { id: string; displayName: string }): Promise<void> => {
    if (await confirmRemoval(document.displayName, 'this purchase order')) detach.send(document)
  }
  return (
    <DocumentManager
      label="Attached to the purchase order"
      description="Visible to everyone who can see purchase orders."
      readOnly={!order.canChange}
      value={ids}
      removable={new Set(order.canChange ? ids : [])}
      onDetach={(document) => void take(document)}
      onChange={(next) => {
        const added = next.filter((documentId) => !ids.includes(documentId))
        if (added.length > 0) attach.send(added)
      }}
    />
  )
}
