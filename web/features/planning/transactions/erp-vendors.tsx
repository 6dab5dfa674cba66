import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Section } from '../../../ui/details.tsx'
import { AsyncOptionSelect } from '../../platform/lookups/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { InviteDialog } from '../../vendors/vendors/index.ts'
import { erpVendorSource } from './erp-vendor-source.ts'
import classes from './recode.module.css'
import { RECODE_OUTDATES } from './recode-api.ts'

/** The accounting system's vendors that are one vendor here. */

const OF_VENDOR = graphql(`
  query ErpVendorsOfVendor($vendorId: ID!) {
    erpVendorsByVendorId(vendorId: $vendorId) { id name status email }
  }
`)
const ADD = graphql(`
  mutation AddErpVendorsToVendor($vendorId: ID!, $erpVendorIds: [ID!]!) {
    addErpVendorsToVendor(vendorId: $vendorId, erpVendorIds: $erpVendorIds) { id }
  }
`)
const REMOVE = graphql(`
  mutation RemoveErpVendorsFromVendor($erpVendorIds: [ID!]!) {
    removeErpVendorsFromVendor(erpVendorIds: $erpVendorIds) { id }
  }
`)

const keyOf = (vendorId: string) => ['vendors', 'erp', vendorId]
interface ErpVendorsOfVendorProps {
  vendor: { id: string; name: string; archived: boolean }
}

export const ErpVendorsOfVendor = ({
  vendor: { id: vendorId, name: vendorName, archived },
}: ErpVendorsOfVendorProps) => {
  // Owners change their vendors, but don't map them.
  const canMap = useCan()('vendors.edit')
  const canInvite = canMap && !archived
  const [invited, setInvited] = useState<{ id: string; email: string | null } | null>(null)
  const found = useQuery({
    queryKey: keyOf(vendorId),
    queryFn: async ({ signal }) => (await runGraphql(OF_VENDOR, { vendorId }, { signal })).erpVendorsByVendorId,
  })
  const [chosen, setChosen] = useState<string | null>(null)
  const invalidates = [...RECODE_OUTDATES, ['erp-mappings']]
  const add = useCommand<string>({
    run: (id, { commandId }) => runGraphql(ADD, { vendorId, erpVendorIds: [id] }, { commandId }),
    success: 'Accounting vendor added',
    invalidates,
    onSuccess: () => setChosen(null),
  })
  const remove = useCommand<string>({
    run: (id, { commandId }) => runGraphql(REMOVE, { erpVendorIds: [id] }, { commandId }),
    success: 'Accounting vendor removed',
    invalidates,
  })
  return (
    <Section id="accounting-vendors" title="Accounting vendors">
      {found.data?.length === 0 && <p>None yet. Their transactions belong to this vendor.</p>}
      <ul className={classes.erpVendors}>
        {found.data?.map(({ id, name, status, email }) => (
          <li key={id}>
            {name}
            {status !== 'ACTIVE' && ` (${status.toLowerCase()})`}
            {canInvite && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Invite to portal: ${name}`}
                onClick={() => setInvited({ id, email })}
              >
                Invite to portal
              </Button>
            )}
            {canMap && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${name}`}
                onClick={() => remove.send(id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {invited && (
        <InviteDialog
          vendor={{ id: vendorId, name: vendorName }}
          erpVendorId={invited.id}
          email={invited.email}
          onClose={() => setInvited(null)}
        />
      )}
      {canMap && (
        <div className={classes.addErpVendor}>
          <AsyncOptionSelect
            kind="vendor"
            source={erpVendorSource}
            label="Add an accounting vendor"
            placeholder="Search by name"
            value={chosen}
            onChange={setChosen}
          />
          <Button
            variant="default"
            disabled={!chosen}
            loading={add.isPending}
            onClick={() => chosen && add.send(chosen)}
          >
            Add
          </Button>
        </div>
      )}
    </Section>
  )
}
