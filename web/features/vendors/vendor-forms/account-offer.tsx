import { Button } from '@mantine/core'
import { askForAccount } from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import classes from './vendor-forms.module.css'

/** An account, for someone who filled in a form by its link. */
export const AccountOffer = ({ token }: { token: string }) => {
  const asking = useCommand({
    run: (_: undefined, { commandId }) => call(askForAccount, { params: { token }, commandId, anonymous: true }),
  })
  return (
    <section aria-labelledby="account-offer" className={classes.offer}>
      <h2 id="account-offer" className={classes.reviewTitle}>
        Create an account
      </h2>
      {asking.data ? (
        <p role="status">We emailed an invitation to {asking.data.email}. Open it to finish.</p>
      ) : (
        <>
          <p>See all your forms and documents in one place, and use your answers again.</p>
          <Button variant="default" loading={asking.isPending} onClick={() => asking.send(undefined)}>
            Email me an invitation
          </Button>
        </>
      )}
    </section>
  )
}
