import classes from './email-forwarding.module.css'

/** How to set up automatic forwarding in the two most common email programs. */
export const SetupSteps = () => (
  <section className={classes.card} aria-labelledby="setup">
    <h2 id="setup" className={classes.heading}>
      Automatic forwarding
    </h2>
    <div className={classes.programs}>
      <div>
        <h3 className={classes.program}>Gmail</h3>
        <ol className={classes.steps}>
          <li>In Settings, Forwarding and POP/IMAP, choose “Add a forwarding address” and paste your address.</li>
          <li>Google sends a confirmation here: its code and link appear in the list below within a minute.</li>
          <li>Confirm it, then forward everything, or add a filter that forwards only invoices.</li>
        </ol>
      </div>
      <div>
        <h3 className={classes.program}>Outlook and Microsoft 365</h3>
        <ol className={classes.steps}>
          <li>
            In Settings, Mail, Rules, add a rule for the emails to forward, such as those with “invoice” in the subject.
          </li>
          <li>Choose “Redirect to” as the action and paste your address: redirecting keeps the sender.</li>
          <li>If nothing arrives, your Microsoft 365 admin must allow forwarding outside the company.</li>
        </ol>
      </div>
    </div>
  </section>
)
