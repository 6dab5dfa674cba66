import { Button, Stack } from '@mantine/core'
import type { LoginDomain } from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { CopiedText } from '../../../ui/fields/copied-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { checkDomain, signOnKeys } from './api.ts'
import classes from './sign-on.module.css'

/** The domains that a company says are its own, for all of its connections. */
export const LoginDomains = ({ domains }: { domains: readonly LoginDomain[] }) =>
  domains.length === 0 ? (
    <p className={classes.text}>None yet. They are entered with the connection whose people have them.</p>
  ) : (
    <ul className={classes.states} aria-label="Login domains">
      {domains.map((domain) => (
        <Domain key={domain.domain} {...domain} />
      ))}
    </ul>
  )

/** A domain, with the record that proves it until it does. */
const Domain = ({ domain, recordName, recordValue, provenAt, missingSince }: LoginDomain) => {
  const isSound = provenAt !== null && missingSince === null
  const check = useCommand({
    run: (_: undefined, { commandId }) => checkDomain(domain, commandId),
    success: (found) =>
      found.provenAt && !found.missingSince ? `${domain} is proven` : `${domain} has no such record yet`,
    invalidates: [signOnKeys.all],
  })
  return (
    <li>
      <span className={classes.name}>{domain}</span>{' '}
      <StatusBadge
        tone={isSound ? 'positive' : provenAt ? 'negative' : 'waiting'}
        label={isSound ? 'Proven' : provenAt ? 'Record missing' : 'Not proven yet'}
      />
      {!isSound && (
        <Stack gap="sm" mt="sm" align="stretch">
          <p className={classes.dim}>
            {provenAt
              ? 'The domain counts for three more days. Add this TXT record again, then check.'
              : 'Add this TXT record at your DNS provider, then check. It can take an hour to be seen.'}
          </p>
          <CopiedText label={`Name of the record for ${domain}`} value={recordName} />
          <CopiedText label={`Value of the record for ${domain}`} value={recordValue} />
          <Button variant="default" loading={check.isPending} onClick={() => check.send(undefined)} w="fit-content">
            Check {domain}
          </Button>
        </Stack>
      )}
    </li>
  )
}
