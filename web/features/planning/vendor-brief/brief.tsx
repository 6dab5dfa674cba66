import type { VendorBrief as Brief } from '../../../../schema/planning/vendor-brief/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { useCan } from '../../platform/session/index.ts'
import { useVendorBrief } from './api.ts'
import classes from './brief.module.css'
import { SpendPart } from './spend.tsx'

interface Shown {
  id: string
  owners: { id: string; firstName: string; lastName: string }[]
}

const counted = (count: number, one: string, several: string): string =>
  `${count >= 100 ? '100+' : count} ${count === 1 ? one : several}`

const tab = (vendorId: string, name: string): Address => to('/vendors/$vendorId/$tab', { vendorId, tab: name })

const waitsOf = (vendorId: string, money: NonNullable<Brief['money']>): { text: string; href: Address }[] => [
  ...(money.billsToApprove > 0
    ? [{ text: counted(money.billsToApprove, 'bill to approve', 'bills to approve'), href: tab(vendorId, 'bills') }]
    : []),
  ...(money.paymentsToSend > 0
    ? [{ text: counted(money.paymentsToSend, 'payment to send', 'payments to send'), href: tab(vendorId, 'payments') }]
    : []),
  ...(money.openChecks > 0
    ? [{ text: counted(money.openChecks, 'open check', 'open checks'), href: to('/payments/checks') }]
    : []),
  ...(money.bankDetailsWait ? [{ text: 'Bank details to confirm', href: tab(vendorId, 'bank-details') }] : []),
]

/** Who owns the vendor, what it cost, when it renews next, and what waits. Only what the person may see is there. */
export const VendorBrief = ({ vendor }: { vendor: Shown }) => {
  const can = useCan()
  const { data } = useVendorBrief(vendor.id)
  const waits = data?.money ? waitsOf(vendor.id, data.money) : []
  const changedAt = data?.money?.bankChangedAt ?? null
  return (
    <section className={classes.brief} aria-label="At a glance">
      <div className={classes.part}>
        <h2 className={classes.label}>Owner</h2>
        {vendor.owners.length === 0 ? (
          <p className={classes.note}>No owner</p>
        ) : (
          <ul className={classes.list}>
            {vendor.owners.slice(0, 3).map((owner) => (
              <li key={owner.id}>
                <PersonName name={fullName(owner)} />
              </li>
            ))}
            {vendor.owners.length > 3 && <li className={classes.note}>and {vendor.owners.length - 3} more</li>}
          </ul>
        )}
      </div>
      {data?.spend && (
        <SpendPart spend={data.spend} href={can('transactions.read') ? tab(vendor.id, 'transactions') : null} />
      )}
      {data && can('services.use') && (
        <div className={classes.part}>
          <h2 className={classes.label}>Next renewal</h2>
          {data.nextRenewal ? (
            <>
              <p className={classes.figure}>
                <CalendarDateText date={data.nextRenewal.endDate} />
              </p>
              <p className={classes.note}>
                <AppLink
                  className="ol-link"
                  href={to('/services/$serviceId', { serviceId: data.nextRenewal.serviceId })}
                >
                  {data.nextRenewal.serviceName}
                </AppLink>
              </p>
            </>
          ) : (
            <p className={classes.note}>None</p>
          )}
        </div>
      )}
      {data?.money && (
        <div className={classes.part}>
          <h2 className={classes.label}>Waiting</h2>
          {waits.length === 0 && changedAt === null && <p className={classes.note}>Nothing</p>}
          <ul className={classes.list}>
            {waits.map(({ text, href }) => (
              <li key={text}>
                <AppLink className="ol-link" href={href}>
                  {text}
                </AppLink>
              </li>
            ))}
            {changedAt !== null && (
              <li>
                <AppLink className="ol-link" href={tab(vendor.id, 'bank-details')}>
                  Bank details changed <DateText instant={changedAt} />
                </AppLink>
              </li>
            )}
          </ul>
        </div>
      )}
    </section>
  )
}
