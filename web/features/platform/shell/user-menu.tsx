import { fullName } from '../../../../schema/shared/values.ts'
import { lateMenu } from '../../../ui/menus/late-menu.tsx'
import { useSession } from '../session/index.ts'
import { AccountButton } from './account-button.tsx'
import classes from './shell.module.css'

const Items = lateMenu(async () => (await import('./user-menu-items.tsx')).UserMenuItems)

export const UserMenu = ({ onViewAs }: { onViewAs: () => void }) => {
  const session = useSession()
  const button = <AccountButton name={fullName(session)} company={session.companyName} />
  return (
    <div className={classes.user}>
      <Items target={button} onViewAs={onViewAs} />
    </div>
  )
}
