import { Button, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fullName, namesText } from '../../../../schema/shared/values.ts'
import type { ServiceFormStep } from '../../../../schema/vendors/services/endpoints.ts'
import { serviceFields } from '../../../../schema/vendors/services/record.ts'
import { isDuring } from '../../../../schema/vendors/services/rules.ts'
import { type Address, to, useGo } from '../../../lib/address.ts'
import { formatCalendarDate, formatCalendarDates, formatNumber, todayIn } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { CalendarDateText } from '../../../ui/date-text.tsx'
import { Columns, Fact, Facts, FieldFacts, Section } from '../../../ui/details.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'
import { ObjectDocuments } from '../../documents/documents/index.ts'
import { ThreadList } from '../../documents/threads/index.ts'
import { History } from '../../platform/audit/index.ts'
import { useCompany } from '../../platform/session/index.ts'
import { linesOf } from '../../requests/submissions/index.ts'
import { archiveServices, deleteService, type Service, serviceKeys, useCustomFields, useService } from './api.ts'
import { discussionOfService } from './discussion.ts'
import classes from './services.module.css'
import { Amounts, moneyOf, PeriodEnd } from './words.tsx'

const CRUMBS = [{ label: 'Services', href: to('/services') }]

interface ServicePageProps {
  id: string
  /** What another area adds, between the documents and the conversations. */
  further?: (service: Service) => { title: string; content: ReactNode } | null
}

/** One service: its details, its periods with their costs, and its history. */
export const ServicePage = ({ id, further }: ServicePageProps) => {
  const { data, error, refetch } = useService(id)
  if (data) return <Shown service={data} further={further?.(data) ?? null} />
  return <PendingPage title="Service" breadcrumbs={CRUMBS} error={error} onRetry={() => void refetch()} />
}

interface ShownProps {
  service: Service
  further: { title: string; content: ReactNode } | null
}

const Shown = ({ service, further }: ShownProps) => {
  const { enableBusinessUnits, enableN12mServiceSpend } = useCompany()
  const editHref = to('/services/$serviceId/edit', { serviceId: service.id })
  const { data: fields } = useCustomFields(service.id)
  const own = fields?.steps.find(({ servicePeriodId }) => servicePeriodId === null)?.fields ?? []
  return (
    <>
      <PageHeader
        title={service.name}
        tabTitle={`${service.name} - Services`}
        breadcrumbs={CRUMBS}
        state={service.archived && <StatusBadge tone="archived" label="Archived" />}
        subtitle={service.vendor.name}
        {...(service.canEdit && {
          action: (
            <Button component={AppLink} href={editHref} leftSection={<IconPencil size={16} aria-hidden />}>
              Edit service
            </Button>
          ),
          menu: <ServiceMenu service={service} />,
        })}
      />
      {service.description && <p className={classes.text}>{service.description}</p>}
      <Columns>
        <Facts>
          <Fact label="Owners">{service.owners.map(fullName).join(', ')}</Fact>
          <Fact label="Departments">{namesText(service.departments)}</Fact>
          {enableBusinessUnits && <Fact label="Business unit">{service.businessUnit?.name}</Fact>}
          <Fact label="Locations">{namesText(service.locations)}</Fact>
          <Fact label="Spend category">{service.spendCategory?.name}</Fact>
        </Facts>
        <Facts>
          {enableN12mServiceSpend && (
            <Fact label="Next 12 months">
              <Amounts amounts={service.next12ServiceSpend ?? []} />
            </Fact>
          )}
          <FieldFacts fields={serviceFields} of={service} />
          <Fact label="Renews">{service.autorenews ? 'Automatic' : 'Manual'}</Fact>
          {service.autoRenewalDetail && <Fact label="Renewal detail">{service.autoRenewalDetail}</Fact>}
          {own.map((field) => (
            <Fact key={field.id} label={field.label}>
              {linesOf(field).join(', ')}
            </Fact>
          ))}
        </Facts>
      </Columns>
      <Section id="periods" title="Service periods">
        <Periods service={service} editHref={editHref} steps={fields?.steps ?? []} />
      </Section>
      <Section id="documents" title="Documents">
        <ObjectDocuments object={{ type: 'SERVICE', id: service.id }} name={service.name} canEdit={service.canEdit} />
      </Section>
      {further && (
        <Section id="further" title={further.title}>
          {further.content}
        </Section>
      )}
      <Section id="conversations" title="Conversations">
        <ThreadList subject={discussionOfService(service.id)} />
      </Section>
      <Section id="history" title="History">
        <History targetType="SERVICE" targetId={service.id} queryKey={serviceKeys.history(service.id)} />
      </Section>
    </>
  )
}

const ServiceMenu = ({ service }: { service: Service }) => {
  const go = useGo()
  const archive = useCommand<boolean>({
    run: (archived, { commandId }) => archiveServices([service.id], archived, commandId),
    success: (_, archived) => (archived ? `${service.name} archived` : `${service.name} unarchived`),
    invalidates: [serviceKeys.all],
  })
  const remove = useCommand({
    run: (_: undefined, { commandId }) => deleteService(service.id, commandId),
    success: `${service.name} deleted`,
    // The page itself is left, because loading it again would only say that it was deleted.
    invalidates: [['services', 'list']],
    onSuccess: () => go.to(to('/services')),
  })
  const askToDelete = async () => {
    const agreed = await confirm({
      title: `Delete ${service.name}?`,
      text: 'Its periods are deleted too. To keep a record, archive the service instead.',
      confirmLabel: 'Delete service',
      danger: true,
    })
    if (agreed) remove.send(undefined)
  }
  return (
    <>
      <Menu.Item
        leftSection={
          service.archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
        }
        onClick={() => archive.send(!service.archived)}
      >
        {service.archived ? 'Unarchive' : 'Archive'}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void askToDelete()}>
        Delete
      </Menu.Item>
    </>
  )
}

interface PeriodsProps {
  service: Service
  editHref: Address
  /** The custom fields of each period. */
  steps: ServiceFormStep[]
}

const Periods = ({ service, editHref, steps }: PeriodsProps) => {
  const today = todayIn(useTimeZone())
  const ownOf = (periodId: string): string =>
    (steps.find(({ servicePeriodId }) => servicePeriodId === periodId)?.fields ?? [])
      .flatMap((field) => {
        const lines = linesOf(field)
        return lines.length > 0 ? [`${field.label}: ${lines.join(', ')}`] : []
      })
      .join(' · ')
  if (service.servicePeriods.length === 0) {
    return (
      <EmptyState
        compact
        title="No periods yet"
        text="A period has the dates of the service and what it costs."
        action={
          service.canEdit && (
            <Button component={AppLink} href={editHref} variant="default">
              Add a period
            </Button>
          )
        }
      />
    )
  }
  return (
    <div className={classes.periods}>
      <table>
        <thead>
          <tr>
            <th scope="col">Starts</th>
            <th scope="col">Ends</th>
            <th scope="col" data-align="right">
              Units a month
            </th>
            <th scope="col" data-align="right">
              Cost per unit
            </th>
            <th scope="col" data-align="right">
              Tax
            </th>
            <th scope="col" data-align="right">
              Savings
            </th>
            <th scope="col" data-align="right">
              Total
            </th>
            <th scope="col" data-align="right">
              Monthly cost
            </th>
          </tr>
        </thead>
        <tbody>
          {[...service.servicePeriods].reverse().map((period) => {
            const amount = (value: number | null) => <MoneyText money={moneyOf(value, period.currency)} />
            return (
              <tr key={period.id}>
                <td data-label="Starts">
                  <CalendarDateText date={period.startDate} />
                  {(period.note || period.autoRenewDetail) && (
                    <div className={classes.note}>
                      {[period.note, period.autoRenewDetail].filter(Boolean).join(' · ')}
                    </div>
                  )}
                  {ownOf(period.id) && <div className={classes.note}>{ownOf(period.id)}</div>}
                  {period.renewalReminders.length > 0 && (
                    <div className={classes.note}>Reminders: {formatCalendarDates(period.renewalReminders)}</div>
                  )}
                </td>
                <td data-label="Ends">
                  <PeriodEnd period={period} />
                  {isDuring(period, today) && (
                    <span className={classes.now}>
                      <StatusBadge plain tone="positive" label="Current" />
                    </span>
                  )}
                  {period.cancelBy && (
                    <div className={classes.note}>Cancel by {formatCalendarDate(period.cancelBy)}</div>
                  )}
                </td>
                <td data-align="right" data-label="Units a month">
                  {period.unitsPerMonth === null ? <span aria-hidden>–</span> : formatNumber(period.unitsPerMonth)}
                </td>
                <td data-align="right" data-label="Cost per unit">
                  {amount(period.costPerUnit)}
                </td>
                <td data-align="right" data-label="Tax">
                  {amount(period.tax)}
                </td>
                <td data-align="right" data-label="Savings">
                  {amount(period.savings)}
                </td>
                <td data-align="right" data-label="Total">
                  <strong>{amount(period.totalServicePeriodCost)}</strong>
                </td>
                <td data-align="right" data-label="Monthly cost">
                  {amount(period.amortizedCost)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
