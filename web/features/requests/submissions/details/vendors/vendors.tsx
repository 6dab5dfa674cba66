import { ActionIcon, Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { IntakeSubmission } from '../../../../../../schema/requests/endpoints.ts'
import { to } from '../../../../../lib/address.ts'
import { AppLink } from '../../../../../ui/app-link.tsx'
import { confirm } from '../../../../../ui/confirm.tsx'
import { late } from '../../../../../ui/settling/late.tsx'
import { LateProposedVendorCard } from '../../../proposed-vendors/index.ts'
import { requestKeys } from '../../api.ts'
import { useUnlinkVendor } from '../actions-api.ts'
import classes from '../details.module.css'
import { usePageDialog } from '../use-dialog.ts'

const LinkDialog = late(() => import('./link-vendors-dialog.tsx').then((module) => module.LinkDialog))

const VendorLink = ({ id, name }: { id: string; name: string }) => (
  <AppLink className="ol-link" href={to('/vendors/$vendorId', { vendorId: id })}>
    {name}
  </AppLink>
)

/** The vendors in the answers, and those linked to the request. */
export const Vendors = ({ submission }: { submission: IntakeSubmission }) => {
  const { id, answerVendors, proposedVendors, associatedVendors } = submission
  const client = useQueryClient()
  const { dialog, open, close } = usePageDialog()
  const unlink = useUnlinkVendor(id)
  const take = async (vendor: { id: string; name: string }): Promise<void> => {
    const sure = await confirm({
      title: 'Remove vendor',
      text: `${vendor.name} is removed from this request. The vendor itself isn’t affected.`,
      confirmLabel: 'Remove vendor',
      danger: true,
    })
    if (sure) unlink.send(vendor.id)
  }
  const none = answerVendors.length + proposedVendors.length + associatedVendors.length === 0
  return (
    <section aria-label="Vendors" className={classes.card}>
      <Group justify="space-between" mb={8} wrap="nowrap">
        <h2 className={classes.sideTitle} style={{ margin: 0 }}>
          Vendors
        </h2>
        <Button variant="default" size="compact-sm" onClick={() => open('link-vendors')}>
          Link vendors
        </Button>
      </Group>
      {none ? (
        <p className={classes.dim}>No vendors yet.</p>
      ) : (
        <ul className={classes.viewers}>
          {proposedVendors.map((vendor) => (
            <li key={vendor.id} className={classes.wide}>
              <LateProposedVendorCard
                {...vendor}
                status={submission.status}
                onSettled={() => void client.invalidateQueries({ queryKey: requestKeys.one(id) })}
              />
            </li>
          ))}
          {answerVendors.map((vendor) => (
            <li key={vendor.id}>
              <VendorLink {...vendor} />
              <span className={classes.dim}>from the answers</span>
            </li>
          ))}
          {associatedVendors.map((vendor) => (
            <li key={vendor.id}>
              <VendorLink {...vendor} />
              {vendor.canRemove && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={`Remove ${vendor.name}`}
                  disabled={unlink.isPending}
                  onClick={() => void take(vendor)}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog === 'link-vendors' && <LinkDialog id={id} onClose={close} />}
    </section>
  )
}
