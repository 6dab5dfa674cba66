import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import {
  CompanyChoice,
  vendorPortalClasses as classes,
  LogOut,
  PendingInvitations,
  useVendorSession,
  useVendorUser,
} from '../../../features/vendors/portal/index.ts'
import { WaitingForms, WaitingVendorComments } from '../../../features/vendors/vendor-forms/index.ts'
import { greeting } from '../../../lib/greeting.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useTimeZone } from '../../../ui/time-zone.ts'

const TYPES = { BUSINESS: 'Business', INDIVIDUAL: 'Individual' }

/** Who the person is here, and which customers they work for. */
const Page = () => {
  const user = useVendorUser()
  const timeZone = useTimeZone()
  return (
    <>
      <PageHeader
        title={greeting(user.firstName, timeZone)}
        tabTitle="Home"
        subtitle={`You work with ${user.companyName} as ${withStop(user.vendorCompanyName)}`}
      />
      <div className={classes.sections}>
        <PendingInvitations heading="Invitations" />
        <section className={classes.section} aria-labelledby="forms">
          <h2 id="forms">Forms to fill in</h2>
          <WaitingForms />
          <WaitingVendorComments />
        </section>
        <section className={classes.section} aria-labelledby="customers">
          <h2 id="customers">Your customers</h2>
          <CompanyChoice />
        </section>
        <section className={classes.section} aria-labelledby="you">
          <h2 id="you">Your account</h2>
          <div className={classes.account}>
            <Account />
            <LogOut />
          </div>
        </section>
      </div>
    </>
  )
}

const Account = () => {
  const user = useVendorUser()
  const { data, error, refetch } = useVendorSession()
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  return (
    <dl className={classes.facts}>
      <dt>Name</dt>
      <dd>{fullName(user)}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Vendor company</dt>
      <dd>{user.vendorCompanyName}</dd>
      <dt>Type</dt>
      <dd>{data ? TYPES[data.vendorCompany.vendorType] : <Skeleton height={14} width="5rem" />}</dd>
    </dl>
  )
}

export const Route = createFileRoute('/_portal/v/home')({
  staticData: { access: 'vendor user' },
  component: Page,
})
