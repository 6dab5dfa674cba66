import { createFileRoute } from '@tanstack/react-router'
import { LoginCard, loginClasses } from '../../../features/platform/session/index.ts'
import {
  CompanyChoice,
  vendorPortalClasses as classes,
  LogOut,
  PendingInvitations,
  useVendorUser,
} from '../../../features/vendors/portal/index.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'

const TITLE = 'Company selection'
const HINT = 'Choose the company you’re working with. You can switch at any time.'

const Page = () => {
  const user = useVendorUser()
  usePageTitle(TITLE)
  if (user.companyId) {
    return (
      <>
        <PageHeader title={TITLE} subtitle={HINT} />
        <div className={classes.sections}>
          <PendingInvitations heading="Invitations" />
          <CompanyChoice />
        </div>
      </>
    )
  }
  return (
    <LoginCard>
      <div className={loginClasses.form}>
        <h1 className={loginClasses.title}>{TITLE}</h1>
        <p className={loginClasses.text}>{HINT}</p>
        <PendingInvitations heading="Invitations" />
        <CompanyChoice />
        <div className={classes.foot}>
          <p className={classes.signedIn}>Signed in as {user.email}</p>
          <LogOut />
        </div>
      </div>
    </LoginCard>
  )
}

export const Route = createFileRoute('/_portal/v/company-selection')({
  staticData: { access: 'vendor user' },
  component: Page,
})
