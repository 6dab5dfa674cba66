import { Button, Skeleton } from '@mantine/core'
import { IconBuilding, IconCheck, IconChevronRight } from '@tabler/icons-react'
import type { AssociatedCompany } from '../../../../schema/vendors/portal/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { takeRedirect } from '../../../lib/redirect.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { signOut } from '../../platform/session/index.ts'
import { choosePair, type Pair, useAssociatedCompanies, useVendorUser } from './api.ts'
import { SELECTION } from './gate.ts'
import classes from './vendor-portal.module.css'

/** After choosing, the person goes where they wanted in the portal, otherwise home. */
const targetAfterChoice = (): string => {
  const target = takeRedirect()
  return target.startsWith('/v/') && !target.startsWith(SELECTION) ? target : to('/v/home')
}

const pairOf = ({ vendorCompany, company }: AssociatedCompany): Pair => ({
  companyId: company.id,
  vendorCompanyId: vendorCompany.id,
})

/** The pairs of vendor company and customer that the person can continue with. */
export const CompanyChoice = () => {
  const user = useVendorUser()
  const { data, error, refetch } = useAssociatedCompanies()
  const choice = useCommand({
    run: (pair: Pair, { commandId }) => choosePair(pair, commandId),
    onSuccess: () => window.location.replace(targetAfterChoice()),
  })
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Placeholders />
  if (data.length === 0) {
    return (
      <EmptyState
        compact
        icon={<IconBuilding size={20} aria-hidden />}
        title="No customer yet"
        text={`No company works with ${user.vendorCompanyName} on Outlay. You’ll get an email when one invites you.`}
        action={<LogOut />}
      />
    )
  }
  const isCurrent = ({ companyId, vendorCompanyId }: Pair) =>
    companyId === user.companyId && vendorCompanyId === user.vendorCompanyId
  return (
    <ul className={classes.choices}>
      {data.map((associated, i) => {
        const pair = pairOf(associated)
        const text = (
          <span className={classes.choiceText}>
            <span className={classes.choiceName}>{associated.company.name}</span>
            <span className={classes.choiceDetail}>as {associated.vendorCompany.name}</span>
          </span>
        )
        return (
          <li key={`${pair.vendorCompanyId} ${pair.companyId}`}>
            {isCurrent(pair) ? (
              <div className={classes.choice} aria-current="true">
                {text}
                <span className={classes.current}>
                  <IconCheck size={16} aria-hidden /> Current
                </span>
              </div>
            ) : (
              <button
                type="button"
                className={classes.choice}
                // biome-ignore lint/a11y/noAutofocus: the page is this choice
                autoFocus={i === 0 && !user.companyId}
                disabled={choice.isPending || choice.isSuccess}
                onClick={() => choice.send(pair)}
              >
                {text}
                <IconChevronRight size={18} className={classes.chevron} aria-hidden />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const LogOut = () => {
  const logOut = useCommand({
    run: (_: undefined, { commandId }) => signOut(commandId),
    onSuccess: () => window.location.assign('/v/login'),
  })
  return (
    <Button variant="default" loading={logOut.isPending || logOut.isSuccess} onClick={() => logOut.send(undefined)}>
      Log out
    </Button>
  )
}

const Placeholders = () => (
  <div className={classes.choices} role="status" aria-label="Loading">
    {[1, 2].map((n) => (
      <Skeleton key={n} height={60} radius={8} />
    ))}
  </div>
)
