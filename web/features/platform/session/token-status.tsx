import { Anchor, Loader } from '@mantine/core'
import { MISSING_LOGIN_TOKEN } from '../../../../schema/platform/session/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import classes from './login.module.css'

export const TokenStatus = ({ missing }: { missing: boolean }) => (
  <div className={classes.form}>
    {missing ? (
      <>
        <p className={classes.text} role="alert">
          {MISSING_LOGIN_TOKEN}
        </p>
        <Anchor component={AppLink} href={to('/login')}>
          Get a new login link
        </Anchor>
      </>
    ) : (
      <div className={classes.actions} role="status">
        <Loader size="sm" aria-hidden />
        <span>Validating token...</span>
      </div>
    )}
  </div>
)
