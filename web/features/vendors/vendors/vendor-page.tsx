import { Button, Menu, Skeleton } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconArrowMerge, IconPencil, IconPhoto, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { vendorUses } from '../../../../schema/vendors/vendors/endpoints.ts'
import { type Address, readAddress, to, useGo } from '../../../lib/address.ts'
import { isApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { GoTo } from '../../../ui/go-to.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { NotFound } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { loadThreadList } from '../../documents/threads/index.ts'
import { History } from '../../platform/audit/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { loadMergedVendors, mergeHref, survivorOf } from '../merges/index.ts'
import { loadServiceList } from '../services/index.ts'
import { loadDocumentBadges, loadSentForms } from '../vendor-forms/index.ts'
import { archiveVendors, deleteVendor, useVendor, type Vendor, type VendorUse, vendorKeys } from './api.ts'
import { discussionOfVendor } from './discussion.ts'
import { LogoDialog } from './logo-dialog.tsx'
import { Overview } from './overview.tsx'
import { contactsOf } from './page/contacts-of.ts'
import { VendorLogo } from './vendor-logo.tsx'
import classes from './vendors.module.css'
import { vendorHref } from './words.tsx'

const CRUMBS = [{ label: 'Vendors', href: to('/vendors') }]

/** Parts of the page that most visits don't open. */
const ServiceList = lazy(async () => ({ default: (await loadServiceList()).ServiceList }))
const VendorDocuments = lazy(async () => ({ default: (await import('./vendor-documents.tsx')).VendorDocuments }))
const ThreadList = lazy(async () => ({ default: (await loadThreadList()).ThreadList }))
const MergedVendors = lazy(async () => ({
  default: (await loadMergedVendors()).MergedVendors,
}))
const DocumentBadges = lazy(async () => ({ default: (await loadDocumentBadges()).DocumentBadges }))
const SentForms = lazy(async () => ({ default: (await loadSentForms()).SentForms }))
const ContactList = lazy(async () => ({ default: (await import('./page/contact-list.tsx')).ContactList }))
const VendorRequests = lazy(async () => ({ default: (await import('./vendor-requests.tsx')).VendorRequests }))

const TABS = [
  'overview',
  'services',
  'documents',
  'forms',
  'requests',
  'spend-requests',
  'purchase-orders',
  'bills',
  'payments',
  'transactions',
  'bank-details',
  'contacts',
  'conversations',
  'history',
] as const
type Tab = (typeof TABS)[number]
const tabHref = (vendorId: string, tab: Tab): Address =>
  tab === 'overview' ? vendorHref(vendorId) : to('/vendors/$vendorId/$tab', { vendorId, tab })
const isTab = (tab: string): tab is Tab => (TABS as readonly string[]).includes(tab)

/** The tabs that other areas fill. Missing where there is nothing to show. */
export interface VendorParts {
  /** Under the header, on every tab. */
  brief: (vendor: Vendor) => ReactNode
  spend: ((vendorId: string) => ReactNode) | undefined
  orders: ((vendorId: string) => ReactNode) | undefined
  bills: ((vendorId: string) => ReactNode) | undefined
  paid: ((vendorId: string) => ReactNode) | undefined
  transactions: ((vendor: Vendor) => ReactNode) | undefined
  payments: ((vendor: Vendor) => ReactNode) | undefined
}

interface VendorPageProps {
  id: string
  tab?: string
  parts: VendorParts
}

/** One vendor: its details, services, requests, conversations and history. */
export const VendorPage = ({ id, tab = 'overview', parts }: VendorPageProps) => {
  const { data, error, refetch } = useVendor(id)
  if (!isTab(tab)) return <NotFound />
  if (data) return <Shown vendor={data} tab={tab} parts={parts} />
  const survivorId = survivorOf(error)
  if (survivorId) return <GoTo href={tabHref(survivorId, tab)} />
  return <PendingPage title="Vendor" breadcrumbs={CRUMBS} error={error} onRetry={() => void refetch()} />
}

const counted = (label: string, count: number): string => (count > 0 ? `${label} (${count})` : label)

interface ShownProps {
  vendor: Vendor
  tab: Tab
  parts: VendorParts
}

const Shown = ({ vendor, tab, parts }: ShownProps) => {
  const can = useCan()
  const { id, name, canEdit } = vendor
  const { items, dialogs } = useVendorMenu(vendor)
  const labels: Record<Tab, string> = {
    overview: 'Overview',
    services: counted('Services', vendor.servicesCount),
    documents: counted('Documents', vendor.documentsCount),
    forms: 'Forms',
    requests: 'Requests',
    'spend-requests': 'Spend requests',
    'purchase-orders': 'Purchase orders',
    bills: 'Bills',
    payments: 'Payments',
    transactions: 'Transactions',
    'bank-details': 'Bank details',
    contacts: counted('Contacts', contactsOf(vendor).length),
    conversations: 'Conversations',
    history: 'History',
  }
  const filled: Partial<Record<Tab, boolean>> = {
    requests: can('requests.use'),
    forms: can('vendor-forms.use'),
    'spend-requests': parts.spend !== undefined,
    'purchase-orders': parts.orders !== undefined,
    bills: parts.bills !== undefined,
    payments: parts.paid !== undefined,
    transactions: parts.transactions !== undefined,
    'bank-details': parts.payments !== undefined,
  }
  const shown = TABS.filter((each) => filled[each] ?? true)
  return (
    <>
      <PageHeader
        title={name}
        tabTitle={tab === 'overview' ? `${name} - Vendors` : `${name} - ${tab}`}
        breadcrumbs={CRUMBS}
        state={<State vendor={vendor} />}
        {...(canEdit && {
          action: (
            <Button
              component={AppLink}
              href={to('/vendors/$vendorId/edit', { vendorId: id })}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              Edit vendor
            </Button>
          ),
          menu: items,
        })}
      />
      <div className={classes.intro}>
        <VendorLogo name={name} logoUrl={vendor.logoUrl} size="large" />
        <p className={classes.text}>{vendor.description || 'No description yet.'}</p>
      </div>
      {can('vendor-forms.use') && (
        <Suspense>
          <DocumentBadges vendorId={id} />
        </Suspense>
      )}
      {parts.brief(vendor)}
      <LinkTabs
        label={`Parts of ${name}`}
        current={tab}
        tabs={shown.map((each) => ({
          id: each,
          label: labels[each],
          href: tabHref(id, each),
        }))}
      />
      <div className={classes.panel}>
        <Suspense fallback={<Skeleton height={240} />}>
          {tab === 'overview' && <Overview vendor={vendor} />}
          {tab === 'overview' && can('vendors.merge') && <MergedVendors vendorId={id} />}
          {tab === 'services' && <ServiceList ofVendorId={id} />}
          {tab === 'documents' && <VendorDocuments vendor={vendor} />}
          {tab === 'forms' && <SentForms vendor={vendor} canSend={canEdit} />}
          {tab === 'requests' && <VendorRequests vendorId={id} />}
          {tab === 'spend-requests' && parts.spend?.(id)}
          {tab === 'purchase-orders' && parts.orders?.(id)}
          {tab === 'bills' && parts.bills?.(id)}
          {tab === 'payments' && parts.paid?.(id)}
          {tab === 'contacts' && <ContactList vendor={vendor} />}
          {tab === 'transactions' && parts.transactions?.(vendor)}
          {tab === 'bank-details' && parts.payments?.(vendor)}
          {tab === 'conversations' && <ThreadList subject={discussionOfVendor(id)} />}
          {tab === 'history' && <History targetType="VENDOR" targetId={id} queryKey={vendorKeys.history(id)} />}
        </Suspense>
      </div>
      {dialogs}
    </>
  )
}

const State = ({ vendor: { archived, owners, paymentMethod } }: { vendor: Vendor }) => {
  if (archived) return <StatusBadge tone="archived" label="Archived" />
  if (owners.length === 0) return <StatusBadge tone="waiting" label="No owner" />
  if (!paymentMethod) return <StatusBadge tone="waiting" label="No payment method" />
  return null
}

/** The items of the page's menu. What they open is outside it, because the menu closes. */
const useVendorMenu = (vendor: Vendor): { items: ReactNode; dialogs: ReactNode } => {
  const go = useGo()
  const can = useCan()
  const [uses, setUses] = useState<VendorUse[] | null>(null)
  const [logo, setLogo] = useState(false)
  const archive = useCommand<boolean>({
    run: (archived, { commandId }) => archiveVendors([vendor.id], archived, commandId),
    success: (_, archived) => (archived ? `${vendor.name} archived` : `${vendor.name} unarchived`),
    invalidates: [vendorKeys.all],
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => deleteVendor(vendor.id, commandId),
    success: `${vendor.name} deleted`,
    // The page itself is left, because loading it again would only say that it was deleted.
    invalidates: [vendorKeys.lists],
    onSuccess: () => go.to(to('/vendors')),
    onError: (error) => {
      if (!isApiError(error, 'RULE_BROKEN') || error.reason !== 'IN_USE') return undefined
      setUses(vendorUses.safeParse(error.details).data ?? [])
      return true
    },
  })
  const askToDelete = async () => {
    const agreed = await confirm({
      title: `Delete ${vendor.name}?`,
      text: 'Its history is kept. To keep a record of the vendor, archive it instead.',
      confirmLabel: 'Delete vendor',
      danger: true,
    })
    if (agreed) remove.send(undefined)
  }
  const items = (
    <>
      <Menu.Item leftSection={<IconPhoto size={16} aria-hidden />} onClick={() => setLogo(true)}>
        {vendor.logoUrl ? 'Change logo' : 'Add logo'}
      </Menu.Item>
      <Menu.Item
        leftSection={vendor.archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />}
        onClick={() => archive.send(!vendor.archived)}
      >
        {vendor.archived ? 'Unarchive' : 'Archive'}
      </Menu.Item>
      {can('vendors.merge') && (
        <Menu.Item
          component={AppLink}
          href={mergeHref(vendor.id)}
          leftSection={<IconArrowMerge size={16} aria-hidden />}
        >
          Merge another vendor into this one
        </Menu.Item>
      )}
      {vendor.canDelete && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askToDelete()}>
          Delete
        </Menu.Item>
      )}
    </>
  )
  const dialogs = (
    <>
      {logo && <LogoDialog vendor={vendor} onClose={() => setLogo(false)} />}
      <Dialog opened={uses !== null} onClose={() => setUses(null)} title={`${vendor.name} cannot be deleted`}>
        <p>It’s in use. Archive it instead, or first remove:</p>
        <ul>
          {(uses ?? []).map(({ text, href }) => (
            <li key={`${href} ${text}`}>
              <AppLink className="ol-link" href={readAddress(href)}>
                {text}
              </AppLink>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
  return { items, dialogs }
}
