import { Menu } from '@mantine/core'
import {
  IconBuilding,
  IconBuildingStore,
  IconCash,
  IconChecklist,
  IconDevices,
  IconFileCertificate,
  IconHome,
  IconId,
  IconSwitchHorizontal,
  IconUsers,
} from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { fullName } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ConfirmHost } from '../../../ui/confirm-host.tsx'
import { TextOwnerProvider } from '../../../ui/drafts/owner.ts'
import { TimeZoneProvider } from '../../../ui/time-zone.ts'
import {
  AccountButton,
  AccountMenu,
  shellClasses as classes,
  MainArea,
  type NavEntry,
  NavItem,
  Sidebar,
} from '../../platform/shell/index.ts'
import { useVendorUser } from './api.ts'
import { SELECTION } from './gate.ts'

/** The vendor portal's navigation (specification 1 §2). A new page adds its line here. */
const ENTRIES: NavEntry[] = [
  { id: 'home', label: 'Home', href: to('/v/home'), icon: IconHome },
  { id: 'payments', label: 'Payments', href: to('/v/payments'), icon: IconCash },
  { id: 'forms', label: 'Forms', href: to('/v/forms'), icon: IconChecklist },
  { id: 'documents', label: 'Documents', href: to('/v/documents'), icon: IconFileCertificate },
  { id: 'customers', label: 'Customers', href: to('/v/customers'), icon: IconBuildingStore },
  { id: 'members', label: 'Members', href: to('/v/members'), icon: IconUsers },
  { id: 'company-profile', label: 'Company profile', href: to('/v/company-profile'), icon: IconId },
  { id: 'company-selection', label: 'Company selection', href: SELECTION, icon: IconBuilding },
]

/** The frame of every page of the vendor portal. Without a chosen company there is only the choice. */
export const VendorLayout = () => {
  const user = useVendorUser()
  return (
    <TextOwnerProvider value={['vendor', user.vendorCompanyId, user.companyId, user.userId].filter(Boolean).join('.')}>
      <TimeZoneProvider value={user.timezone}>
        {user.companyId ? (
          <>
            <a href="#main" className="ol-skip">
              Skip to content
            </a>
            <div className={classes.frame}>
              <Sidebar home={to('/v/home')} nav={() => <VendorNav />} menu={<VendorMenu />} />
              <MainArea>
                <Outlet />
              </MainArea>
            </div>
          </>
        ) : (
          <Outlet />
        )}
        <ConfirmHost />
      </TimeZoneProvider>
    </TextOwnerProvider>
  )
}

const VendorNav = () => {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul>
        {ENTRIES.map((entry) => (
          <NavItem key={entry.id} entry={entry} pathname={pathname} />
        ))}
      </ul>
    </nav>
  )
}

const VendorMenu = () => {
  const user = useVendorUser()
  return (
    <div className={classes.user}>
      <AccountMenu
        target={<AccountButton name={fullName(user)} company={user.vendorCompanyName} />}
        email={user.email}
        loginPath="/v/login"
      >
        {() => (
          <>
            <Menu.Item leftSection={<IconSwitchHorizontal size={16} />} component={AppLink} href={SELECTION}>
              Choose another company
            </Menu.Item>
            <Menu.Item leftSection={<IconDevices size={16} />} component={AppLink} href={to('/v/sign-in')}>
              Sign-in and devices
            </Menu.Item>
          </>
        )}
      </AccountMenu>
    </div>
  )
}
