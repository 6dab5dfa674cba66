import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { to } from '../../../lib/address.ts'
import { lateCode } from '../../../lib/connection/chunk-error.ts'
import { ConfirmHost } from '../../../ui/confirm-host.tsx'
import { TextOwnerProvider } from '../../../ui/drafts/owner.ts'
import { KeysHost } from '../../../ui/keys/keys-host.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TimeZoneProvider } from '../../../ui/time-zone.ts'
import { Bell } from '../bell/index.ts'
import { FactorHost } from '../factors/index.ts'
import { SearchLauncher, searchShortcut, useVisits } from '../search/index.ts'
import { companyQuery, permissionsQuery, textOwnerOf, useCan, useSession } from '../session/index.ts'
import { Admitted } from './admitted.tsx'
import { CompanyLogo } from './company-logo.tsx'
import { ImpersonationFrame } from './impersonation-frame.tsx'
import { MainArea } from './main-area.tsx'
import { NavList } from './nav-list.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { UserMenu } from './user-menu.tsx'

const ViewAsDialog = lazy(
  lateCode(() => import('./view-as-dialog.tsx').then((module) => ({ default: module.ViewAsDialog }))),
)

/** The frame of every staff page. Pages inside can rely on session, company and permissions. */
export const StaffLayout = () => {
  const session = useSession()
  const permissions = useQuery(permissionsQuery)
  const company = useQuery(companyQuery)
  const failed = [permissions, company].find((query) => query.error && !query.data)
  if (failed) {
    return (
      <ErrorState
        error={failed.error}
        onRetry={() => {
          void permissions.refetch()
          void company.refetch()
        }}
      />
    )
  }
  if (!permissions.data || !company.data) return <PageSpinner />
  return (
    <TextOwnerProvider value={textOwnerOf(session)}>
      <TimeZoneProvider value={session.timezone}>
        <a href="#main" className="ol-skip">
          Skip to content
        </a>
        <ImpersonationFrame>
          <Frame />
        </ImpersonationFrame>
        <ConfirmHost />
        <FactorHost />
      </TimeZoneProvider>
    </TextOwnerProvider>
  )
}

const Frame = () => {
  const can = useCan()
  const [viewAs, dialog] = useDisclosure(false)
  useVisits()
  return (
    <SearchLauncher enabled={can('search.use')}>
      <div className={classes.frame}>
        <Sidebar
          home={to('/')}
          logo={<CompanyLogo />}
          bell={<Bell />}
          nav={(onLeave) => <NavList {...(onLeave && { onLeave })} />}
          menu={<UserMenu onViewAs={dialog.open} />}
        />
        <MainArea>
          <Admitted />
        </MainArea>
      </div>
      <KeysHost search={can('search.use') ? searchShortcut() : null} />
      {/* Not in the menu, which moves when the window becomes narrow. */}
      {viewAs && (
        <Suspense fallback={null}>
          <ViewAsDialog onClose={dialog.close} />
        </Suspense>
      )}
    </SearchLauncher>
  )
}
